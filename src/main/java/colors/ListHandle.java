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
        Class<?> element = field.getType().isAssignableFrom(SharedList.class) ? element(field) : null;
        return element == null ? handle : new ListHandle(handle, element);
    }

    /** What the elements of a field's list are converted to, as its type arguments say; null: nothing. */
    static Class<?> element(Field field) {
        return field.getGenericType() instanceof ParameterizedType type && type.getActualTypeArguments()[0] instanceof Class<?> element && CONVERTED.contains(element) ? element : null;
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
