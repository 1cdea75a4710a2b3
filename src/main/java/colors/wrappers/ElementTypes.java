// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the elements of the container in a field are converted to, as the field's type arguments say: of a {@code
 * List<Integer>}, {@code Map<Short, Place>}, a record, or {@code Map<String, List<Float>>}. Null where shared memory
 * has the type itself, or the type argument is no class.
 *
 * @param first of elements or keys
 * @param second of values
 */
public record ElementTypes(ElementType<?> first, ElementType<?> second) {
    private static final Set<Class<?>> CONVERTED =
            Set.of(Integer.class, Short.class, Byte.class, Character.class, Float.class);
    private static final ElementTypes NONE = new ElementTypes(null, null);

    public static ElementTypes of(Field field) {
        return of(field.getGenericType());
    }

    /** Of a container with type arguments; of another type none. */
    public static ElementTypes of(Type container) {
        if (!(container instanceof ParameterizedType type)) {
            return NONE;
        }
        Type[] arguments = type.getActualTypeArguments();
        return arguments.length > 2
                ? NONE
                : new ElementTypes(converted(arguments[0]), arguments.length == 2 ? converted(arguments[1]) : null);
    }

    private static ElementType<?> converted(Type type) {
        if (type instanceof Class<?> element) {
            return CONVERTED.contains(element) || element.isRecord() ? ElementType.of(element) : null;
        }
        if (type instanceof ParameterizedType container
                && container.getRawType() instanceof Class<?> raw
                && ElementTypes.gives(raw)) {
            ElementTypes inner = of(container);
            return inner.areNone() ? null : new ElementType<>(raw, inner, null, null);
        }
        return null;
    }

    private static ElementType<?> orAny(ElementType<?> type) {
        return type == null ? ElementType.ANY : type;
    }

    /** Whether some shared container is an instance of the type. */
    public static boolean gives(Class<?> type) {
        return Stream.of(ListWrapper.class, SetWrapper.class, MapWrapper.class, BinaryWrapper.class)
                .anyMatch(type::isAssignableFrom);
    }

    boolean areNone() {
        return first == null && second == null;
    }

    /** A container as a view that converts; any other value as it is. */
    public Object view(Object value) {
        if (areNone()) {
            return value;
        }
        return switch (value) {
            case ArrayWrapper array when first != null -> new ArrayView<>(array, first);
            case ListWrapper list when first != null -> new ListView<>(list, first);
            case SetWrapper set when first != null -> new SetView.Whole<>(set, first);
            case MapWrapper map -> new MapView<>(map, orAny(first), orAny(second));
            case null, default -> value;
        };
    }

    String text() {
        return "<" + orAny(first) + (second == null ? "" : ", " + second) + ">";
    }
}
