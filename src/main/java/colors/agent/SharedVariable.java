// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.atomics.Atomics;
import colors.atomics.FieldVariable;
import colors.classes.ClassMapping;
import colors.roots.Instance;
import colors.roots.Shared;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.Field;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/**
 * What a VarHandle of a field does to shared objects, by its mode of access: loads and stores by the accessors, between
 * fences, all else by compare and set of the field in shared memory. Numbers wrap, as Java's do. Floats are compared by
 * {@link Double#equals}, objects by identity, and what has none in shared memory (strings, boxes, values) by {@code
 * equals}. Thread-safe.
 */
@SuppressWarnings("UnusedMethod") // found by their names
final class SharedVariable {
    private static final MethodHandle ACQUIRE_FENCE = fence("acquireFence");
    private static final MethodHandle RELEASE_FENCE = fence("releaseFence");
    private static final MethodHandle FULL_FENCE = fence("fullFence");

    private final Field field;
    private final ClassValue<FieldVariable> byClass = new ClassValue<>() {
        @Override
        protected FieldVariable computeValue(Class<?> type) {
            return ClassMapping.of(type).variable(field.getDeclaringClass(), field.getName());
        }
    };

    SharedVariable(Field field) {
        this.field = field;
    }

    private static MethodHandle fence(String name) {
        try {
            return MethodHandles.lookup().findStatic(VarHandle.class, name, MethodType.methodType(void.class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    /** The handle of a mode, of the type that a VarHandle has for it. */
    MethodHandle handle(AccessMode mode, MethodType type) {
        return switch (mode) {
            case GET -> getter().asType(type);
            case GET_OPAQUE, GET_ACQUIRE, GET_VOLATILE ->
                MethodHandles.filterReturnValue(
                        getter().asType(type),
                        MethodHandles.foldArguments(MethodHandles.identity(type.returnType()), ACQUIRE_FENCE));
            case SET -> Reflected.setter(field).asType(type);
            case SET_OPAQUE, SET_RELEASE ->
                MethodHandles.foldArguments(Reflected.setter(field).asType(type), RELEASE_FENCE);
            case SET_VOLATILE ->
                MethodHandles.filterReturnValue(
                        MethodHandles.foldArguments(Reflected.setter(field).asType(type), RELEASE_FENCE), FULL_FENCE);
            default -> update(methodOf(mode), type);
        };
    }

    private MethodHandle getter() {
        return Handles.copyingOut(Reflected.getter(field));
    }

    private static String methodOf(AccessMode mode) {
        String name = mode.methodName().replaceFirst("(Acquire|Release|Plain)$", "");
        return name.startsWith("weakCompareAndSet") ? "compareAndSet" : name;
    }

    private MethodHandle update(String method, MethodType type) {
        Class<?> result = method.equals("compareAndSet") ? boolean.class : Object.class;
        MethodType generic = MethodType.genericMethodType(type.parameterCount()).changeReturnType(result);
        try {
            Lookup self = MethodHandles.lookup();
            return self.findVirtual(SharedVariable.class, method, generic)
                    .bindTo(this)
                    .asType(type);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    // ---- found by their names -----------------------------------------------------------------------

    private boolean compareAndSet(Object object, Object expected, Object value) {
        return isSame(compareAndExchange(object, expected, value), expected);
    }

    private Object compareAndExchange(Object object, Object expected, Object value) {
        return update(object, found -> isSame(found, expected) ? value : Atomics.KEEP);
    }

    private Object getAndSet(Object object, Object value) {
        return update(object, found -> value);
    }

    private Object getAndAdd(Object object, Object delta) {
        return update(object, found -> Arithmetic.sum(found, delta));
    }

    private Object getAndBitwiseOr(Object object, Object mask) {
        return bitwise(object, mask, Arithmetic::or);
    }

    private Object getAndBitwiseAnd(Object object, Object mask) {
        return bitwise(object, mask, Arithmetic::and);
    }

    private Object getAndBitwiseXor(Object object, Object mask) {
        return bitwise(object, mask, Arithmetic::xor);
    }

    private Object bitwise(Object object, Object mask, BinaryOperator<Object> operator) {
        return update(object, found -> operator.apply(found, mask));
    }

    private Object update(Object object, UnaryOperator<Object> next) {
        return byClass.get(Instance.classOf(object)).update((Shared) object, next);
    }

    private static boolean isSame(Object found, Object expected) {
        return found instanceof Shared a && expected instanceof Shared b
                ? a.address() == b.address()
                : found == null ? expected == null : found.equals(expected);
    }
}
