// SPDX-License-Identifier: Apache-2.0
package company;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;

/** Makes handles of fields as a library does, which names no class of the program. */
final class LookUps {
    private LookUps() {}

    static MethodHandle getter(Class<?> type, String field, Class<?> value) throws ReflectiveOperationException {
        return MethodHandles.privateLookupIn(type, MethodHandles.lookup()).findGetter(type, field, value);
    }

    static MethodHandle setter(Class<?> type, String field, Class<?> value) throws ReflectiveOperationException {
        return MethodHandles.privateLookupIn(type, MethodHandles.lookup()).findSetter(type, field, value);
    }

    static MethodHandle getter(Field field) throws ReflectiveOperationException {
        return MethodHandles.privateLookupIn(field.getDeclaringClass(), MethodHandles.lookup())
                .unreflectGetter(field);
    }

    static MethodHandle setter(Field field) throws ReflectiveOperationException {
        return MethodHandles.privateLookupIn(field.getDeclaringClass(), MethodHandles.lookup())
                .unreflectSetter(field);
    }

    static VarHandle variable(Class<?> type, String field, Class<?> value) throws ReflectiveOperationException {
        return MethodHandles.privateLookupIn(type, MethodHandles.lookup()).findVarHandle(type, field, value);
    }

    static VarHandle variable(Field field) throws ReflectiveOperationException {
        return MethodHandles.privateLookupIn(field.getDeclaringClass(), MethodHandles.lookup())
                .unreflectVarHandle(field);
    }
}
