// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.agent.border.ArrayBorder;
import colors.roots.Instance;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * What rewritten code calls in place of {@link Lookup}'s methods that make hidden classes, whose code the agent would
 * not see, and handles of fields: these would reach the fields of a shared object's wrapper. The look-up checks access
 * as ever. They reach private and shared objects alike: method handles by the accessors, VarHandles and field updaters
 * by {@link Variables}. Thread-safe.
 */
public final class Handles {
    private static final MethodHandle IS_SHARED;
    private static final MethodHandle COPY_OUT;

    static {
        Lookup self = MethodHandles.lookup();
        try {
            IS_SHARED = self.findStatic(Handles.class, "isShared", MethodType.methodType(boolean.class, Object.class));
            COPY_OUT = self.findStatic(ArrayBorder.class, "copyOut", MethodType.methodType(Object.class, Object.class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private Handles() {}

    /** {@link Lookup#findGetter}. */
    public static MethodHandle findGetter(Lookup lookup, Class<?> type, String name, Class<?> value)
            throws NoSuchFieldException, IllegalAccessException {
        Field field = find(type, name, value);
        return AbsentFields.contain(field)
                ? AbsentFields.getter(lookup, lookup.findStaticGetter(type, name, value), type, field)
                : getter(lookup.findGetter(type, name, value), field);
    }

    /** {@link Lookup#unreflectGetter}. */
    public static MethodHandle unreflectGetter(Lookup lookup, Field field) throws IllegalAccessException {
        MethodHandle own = lookup.unreflectGetter(field);
        return AbsentFields.contain(field)
                ? AbsentFields.getter(lookup, own, field.getDeclaringClass(), field)
                : getter(own, field);
    }

    /** {@link Lookup#findSetter}. */
    public static MethodHandle findSetter(Lookup lookup, Class<?> type, String name, Class<?> value)
            throws NoSuchFieldException, IllegalAccessException {
        Field field = find(type, name, value);
        return AbsentFields.contain(field)
                ? AbsentFields.setter(lookup, lookup.findStaticSetter(type, name, value), type, field, false)
                : setter(lookup.findSetter(type, name, value), field);
    }

    /** {@link Lookup#unreflectSetter}. */
    @SuppressWarnings("deprecation") // whether the program asked for access, which canAccess does not say
    public static MethodHandle unreflectSetter(Lookup lookup, Field field) throws IllegalAccessException {
        MethodHandle own = lookup.unreflectSetter(field);
        return AbsentFields.contain(field)
                ? AbsentFields.setter(lookup, own, field.getDeclaringClass(), field, field.isAccessible())
                : setter(own, field);
    }

    /** {@link Lookup#findVarHandle}. */
    public static VarHandle findVarHandle(Lookup lookup, Class<?> type, String name, Class<?> value)
            throws NoSuchFieldException, IllegalAccessException {
        Field field = find(type, name, value);
        return AbsentFields.contain(field)
                ? AbsentFields.variable(lookup, lookup.findStaticVarHandle(type, name, value), type, field)
                : variable(lookup.findVarHandle(type, name, value), field);
    }

    /** {@link Lookup#unreflectVarHandle}. */
    public static VarHandle unreflectVarHandle(Lookup lookup, Field field) throws IllegalAccessException {
        VarHandle own = lookup.unreflectVarHandle(field);
        return AbsentFields.contain(field)
                ? AbsentFields.variable(lookup, own, field.getDeclaringClass(), field)
                : variable(own, field);
    }

    /** {@link Lookup#findConstructor}. */
    public static MethodHandle findConstructor(Lookup lookup, Class<?> type, MethodType constructor)
            throws NoSuchMethodException, IllegalAccessException {
        return constructing(lookup.findConstructor(type, constructor), type, constructor);
    }

    /** {@link Lookup#unreflectConstructor}. */
    public static MethodHandle unreflectConstructor(Lookup lookup, Constructor<?> constructor)
            throws IllegalAccessException {
        return constructing(
                lookup.unreflectConstructor(constructor),
                constructor.getDeclaringClass(),
                MethodType.methodType(void.class, constructor.getParameterTypes()));
    }

    /** That of an exclusive class would make a private object. */
    private static MethodHandle constructing(MethodHandle own, Class<?> type, MethodType constructor) {
        if (!SharedSubclass.isConcrete(type)) {
            return own;
        }
        MethodHandle making = SharedSubclass.makerOf(type, constructor).asFixedArity();
        return own.isVarargsCollector() ? making.asVarargsCollector(own.type().lastParameterType()) : making;
    }

    /** {@link Lookup#defineHiddenClass}. */
    public static Lookup defineHiddenClass(
            Lookup lookup, byte[] classFile, boolean initialize, Lookup.ClassOption... options)
            throws IllegalAccessException {
        return lookup.defineHiddenClass(
                Transformer.rewriteHidden(lookup.lookupClass(), classFile), initialize, options);
    }

    /** {@link Lookup#defineHiddenClassWithClassData}. */
    public static Lookup defineHiddenClassWithClassData(
            Lookup lookup, byte[] classFile, Object data, boolean initialize, Lookup.ClassOption... options)
            throws IllegalAccessException {
        return lookup.defineHiddenClassWithClassData(
                Transformer.rewriteHidden(lookup.lookupClass(), classFile), data, initialize, options);
    }

    private static MethodHandle getter(MethodHandle own, Field field) {
        if (!Reflected.isShared(field)) {
            return own;
        }
        return copyingOut(Reflected.getter(field).asType(own.type()));
    }

    /** Of an array it gives a private copy. */
    static MethodHandle copyingOut(MethodHandle getter) {
        Class<?> type = getter.type().returnType();
        return type.isArray()
                ? MethodHandles.filterReturnValue(getter, COPY_OUT.asType(MethodType.methodType(type, type)))
                : getter;
    }

    /** A private object's final field has no accessor that sets it. */
    private static MethodHandle setter(MethodHandle own, Field field) {
        if (!Reflected.isShared(field)) {
            return own;
        }
        MethodHandle shared = Reflected.setter(field).asType(own.type());
        if (!Modifier.isFinal(field.getModifiers())) {
            return shared;
        }
        MethodHandle test =
                IS_SHARED.asType(MethodType.methodType(boolean.class, own.type().parameterType(0)));
        return MethodHandles.guardWithTest(test, shared, own);
    }

    private static VarHandle variable(VarHandle own, Field field) {
        return Reflected.isShared(field) ? Variables.ofBoth(own, field, IS_SHARED) : own;
    }

    /** The field that a look-up of this name and type finds; null for one that is hidden from reflection. */
    private static Field find(Class<?> type, String name, Class<?> value) {
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            for (Field field : declaring.getDeclaredFields()) {
                if (field.getName().equals(name) && field.getType() == value) {
                    return field;
                }
            }
        }
        return null;
    }

    @SuppressWarnings("UnusedMethod") // by IS_SHARED
    private static boolean isShared(Object object) {
        return object instanceof Instance;
    }

    // ---- field updaters -----------------------------------------------------------------------------

    /** {@link AtomicIntegerFieldUpdater#newUpdater} in code of the lookup's class. */
    public static <T> AtomicIntegerFieldUpdater<T> newIntegerUpdater(Class<T> type, String name, Lookup lookup) {
        VarHandle variable = variable(lookup, type, name, int.class);
        return variable != null
                ? new FieldUpdaters.OfInt<>(variable)
                : own(AtomicIntegerFieldUpdater.class, lookup, type, name);
    }

    /** {@link AtomicLongFieldUpdater#newUpdater}. */
    public static <T> AtomicLongFieldUpdater<T> newLongUpdater(Class<T> type, String name, Lookup lookup) {
        VarHandle variable = variable(lookup, type, name, long.class);
        return variable != null
                ? new FieldUpdaters.OfLong<>(variable)
                : own(AtomicLongFieldUpdater.class, lookup, type, name);
    }

    /** {@link AtomicReferenceFieldUpdater#newUpdater}. */
    public static <T, V> AtomicReferenceFieldUpdater<T, V> newReferenceUpdater(
            Class<T> type, Class<V> value, String name, Lookup lookup) {
        VarHandle variable = value == null || value.isPrimitive() ? null : variable(lookup, type, name, value);
        return variable != null
                ? new FieldUpdaters.OfReference<>(variable)
                : own(AtomicReferenceFieldUpdater.class, lookup, type, value, name);
    }

    /** Null when the JDK's own updater is the right one, or says what is wrong. */
    private static VarHandle variable(Lookup lookup, Class<?> type, String name, Class<?> value) {
        try {
            Field field = type.getDeclaredField(name);
            boolean isOne =
                    Reflected.isShared(field) && field.getType() == value && Modifier.isVolatile(field.getModifiers());
            return isOne ? findVarHandle(lookup, type, name, value) : null;
        } catch (ReflectiveOperationException | NullPointerException e) {
            return null;
        }
    }

    /** By the look-up, so that the JDK checks the access of its class. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // each caller's own
    private static <U> U own(Class<?> updater, Lookup lookup, Object... arguments) {
        MethodType type = arguments.length == 2
                ? MethodType.methodType(updater, Class.class, String.class)
                : MethodType.methodType(updater, Class.class, Class.class, String.class);
        try {
            return (U) lookup.findStatic(updater, "newUpdater", type).invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw SharedSubclass.rethrow(e);
        }
    }
}
