// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * What rewritten code calls in place of {@link Lookup}'s methods that make hidden classes, whose code the agent would not see, and handles of fields: these would reach the fields of a shared
 * object's wrapper. The look-up checks access as ever. Method handles reach private and shared objects alike, by the accessors; a VarHandle
 * refuses shared ones, because its atomic accesses have no counterpart there. Thread-safe.
 */
public final class Handles {
    private static final MethodHandle IS_SHARED;
    private static final MethodHandle REFUSE_SHARED;
    private static final MethodHandle COPY_OUT;

    static {
        Lookup self = MethodHandles.lookup();
        try {
            IS_SHARED = self.findStatic(Handles.class, "isShared", MethodType.methodType(boolean.class, Object.class));
            REFUSE_SHARED = self.findStatic(Handles.class, "refuseShared", MethodType.methodType(Object.class, Object.class));
            COPY_OUT = self.findStatic(ArrayBorder.class, "copyOut", MethodType.methodType(Object.class, Object.class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private Handles() {
    }

    /** {@link Lookup#findGetter}. */
    public static MethodHandle findGetter(Lookup lookup, Class<?> type, String name, Class<?> value) throws NoSuchFieldException, IllegalAccessException {
        return getter(lookup.findGetter(type, name, value), find(type, name, value));
    }

    /** {@link Lookup#unreflectGetter}. */
    public static MethodHandle unreflectGetter(Lookup lookup, Field field) throws IllegalAccessException {
        return getter(lookup.unreflectGetter(field), field);
    }

    /** {@link Lookup#findSetter}. */
    public static MethodHandle findSetter(Lookup lookup, Class<?> type, String name, Class<?> value) throws NoSuchFieldException, IllegalAccessException {
        return setter(lookup.findSetter(type, name, value), find(type, name, value));
    }

    /** {@link Lookup#unreflectSetter}. */
    public static MethodHandle unreflectSetter(Lookup lookup, Field field) throws IllegalAccessException {
        return setter(lookup.unreflectSetter(field), field);
    }

    /** {@link Lookup#findVarHandle}. */
    public static VarHandle findVarHandle(Lookup lookup, Class<?> type, String name, Class<?> value) throws NoSuchFieldException, IllegalAccessException {
        return ofPrivate(lookup.findVarHandle(type, name, value), find(type, name, value));
    }

    /** {@link Lookup#unreflectVarHandle}. */
    public static VarHandle unreflectVarHandle(Lookup lookup, Field field) throws IllegalAccessException {
        return ofPrivate(lookup.unreflectVarHandle(field), field);
    }

    /** {@link Lookup#findConstructor}. */
    public static MethodHandle findConstructor(Lookup lookup, Class<?> type, MethodType constructor) throws NoSuchMethodException, IllegalAccessException {
        return constructing(lookup.findConstructor(type, constructor), type, constructor);
    }

    /** {@link Lookup#unreflectConstructor}. */
    public static MethodHandle unreflectConstructor(Lookup lookup, Constructor<?> constructor) throws IllegalAccessException {
        return constructing(lookup.unreflectConstructor(constructor), constructor.getDeclaringClass(), MethodType.methodType(void.class, constructor.getParameterTypes()));
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
    public static Lookup defineHiddenClass(Lookup lookup, byte[] classFile, boolean initialize, Lookup.ClassOption... options) throws IllegalAccessException {
        return lookup.defineHiddenClass(Transformer.rewriteHidden(lookup.lookupClass(), classFile), initialize, options);
    }

    /** {@link Lookup#defineHiddenClassWithClassData}. */
    public static Lookup defineHiddenClassWithClassData(Lookup lookup, byte[] classFile, Object data, boolean initialize, Lookup.ClassOption... options) throws IllegalAccessException {
        return lookup.defineHiddenClassWithClassData(Transformer.rewriteHidden(lookup.lookupClass(), classFile), data, initialize, options);
    }

    private static MethodHandle getter(MethodHandle own, Field field) {
        if (!Reflected.isShared(field)) {
            return own;
        }
        MethodHandle shared = Reflected.getter(field).asType(own.type());
        Class<?> type = own.type().returnType();
        return type.isArray() ? MethodHandles.filterReturnValue(shared, COPY_OUT.asType(MethodType.methodType(type, type))) : shared;
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
        MethodHandle test = IS_SHARED.asType(MethodType.methodType(boolean.class, own.type().parameterType(0)));
        return MethodHandles.guardWithTest(test, shared, own);
    }

    private static VarHandle ofPrivate(VarHandle own, Field field) {
        if (!Reflected.isShared(field)) {
            return own;
        }
        Class<?> receiver = own.coordinateTypes().getFirst();
        return MethodHandles.filterCoordinates(own, 0, REFUSE_SHARED.asType(MethodType.methodType(receiver, receiver)));
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

    private static boolean isShared(Object object) {
        return object instanceof Instance;
    }

    @SuppressWarnings("unused") // found by its name
    private static Object refuseShared(Object object) {
        if (isShared(object)) {
            throw new SharedMemoryException(Reason.STATE, "a VarHandle does not reach the field of the shared object " + Border.text(object) + "; read and write it in the program's code, by a MethodHandle or by reflection, in its monitor where the access has to be atomic");
        }
        return object;
    }
}
