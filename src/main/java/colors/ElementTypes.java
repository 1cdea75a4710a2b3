// SPDX-License-Identifier: Apache-2.0
package colors;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Set;

/**
 * What the elements of the container in a field are converted to, as the field's type arguments say: of a {@code List<Integer>} or {@code Map<Short, Place>}, a record. Null
 * where shared memory has the type itself, or the type argument is no class.
 *
 * @param first of elements or keys
 * @param second of values
 */
record ElementTypes(Class<?> first, Class<?> second) {
    private static final Set<Class<?>> CONVERTED = Set.of(Integer.class, Short.class, Byte.class, Character.class, Float.class);
    private static final ElementTypes NONE = new ElementTypes(null, null);

    static ElementTypes of(Field field) {
        if (!(field.getGenericType() instanceof ParameterizedType type)) {
            return NONE;
        }
        Type[] arguments = type.getActualTypeArguments();
        return arguments.length > 2 ? NONE : new ElementTypes(converted(arguments[0]), arguments.length == 2 ? converted(arguments[1]) : null);
    }

    private static Class<?> converted(Type type) {
        return type instanceof Class<?> element && (CONVERTED.contains(element) || element.isRecord()) ? element : null;
    }

    private static Class<?> orObject(Class<?> type) {
        return type == null ? Object.class : type;
    }

    boolean areNone() {
        return first == null && second == null;
    }

    /** A container as a view that converts; any other value as it is. */
    Object view(Object value) {
        if (areNone()) {
            return value;
        }
        return switch (value) {
            case SharedList list when first != null -> list.as(first);
            case SharedSet set when first != null -> set.as(first);
            case SharedMap map -> map.as(orObject(first), orObject(second));
            case null, default -> value;
        };
    }
}
