// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.runtime.FieldAccess;
import colors.runtime.Shared;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.util.Set;

/** A field declared {@code List<Integer>} or of another box that shared memory has no type for: its elements are converted. */
record ListHandle(ObjectHandle handle, Class<?> element) implements FieldAccess.OfObject {
    private static final Set<Class<?>> CONVERTED = Set.of(Integer.class, Short.class, Byte.class, Character.class, Float.class);

    /** The handle of a field, of this class where elements have to be converted. */
    static FieldAccess of(ObjectHandle handle, Field field) {
        return field.getType().isAssignableFrom(SharedList.class) && field.getGenericType() instanceof ParameterizedType type && type.getActualTypeArguments()[0] instanceof Class<?> element && CONVERTED.contains(element)
                        ? new ListHandle(handle, element) : handle;
    }

    @Override
    public Object get(Shared object) {
        Object value = handle.get(object);
        return value instanceof SharedList list ? list.as(element) : value;
    }

    @Override
    public void set(Shared object, Object value) {
        handle.set(object, value);
    }
}
