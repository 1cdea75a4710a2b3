// SPDX-License-Identifier: Apache-2.0
package colors.reading;

import colors.SharedName;
import colors.names.HostNames;
import colors.wrappers.Elements;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Map;

/**
 * What a private copy is to be: the type of a field, or of the elements of the container in it, as far as the program's
 * source names it.
 *
 * @param raw the class, never a primitive one
 * @param isPrimitive whether it stands for one, and null is no value
 * @param first of elements or keys, or null
 * @param second of the values of a map, or null
 */
public record PrivateType(Class<?> raw, boolean isPrimitive, PrivateType first, PrivateType second) {
    /** Any value. */
    static final PrivateType ANY = new PrivateType(Object.class, false, null, null);

    public static PrivateType of(Type type) {
        return switch (type) {
            case Class<?> c -> ofClass(c);
            case ParameterizedType p -> ofGeneric(p);
            case GenericArrayType a -> {
                PrivateType component = of(a.getGenericComponentType());
                yield new PrivateType(component.raw.arrayType(), false, component, null);
            }
            case WildcardType w -> of(w.getUpperBounds()[0]);
            case TypeVariable<?> v -> new PrivateType(erasure(v), false, null, null); // its bound may name itself
            default -> ANY;
        };
    }

    private static PrivateType ofClass(Class<?> type) {
        if (type.isAnnotationPresent(SharedName.class)) {
            HostNames.register(type); // or nobody finds it by its shared name
        }
        PrivateType component = type.isArray() ? of(type.getComponentType()) : null;
        return new PrivateType(MethodType.methodType(type).wrap().returnType(), type.isPrimitive(), component, null);
    }

    private static PrivateType ofGeneric(ParameterizedType type) {
        Class<?> raw = (Class<?>) type.getRawType();
        Type[] arguments = type.getActualTypeArguments();
        if (!Iterable.class.isAssignableFrom(raw) && !Map.class.isAssignableFrom(raw)) {
            return ofClass(raw);
        }
        return new PrivateType(raw, false, of(arguments[0]), arguments.length == 2 ? of(arguments[1]) : null);
    }

    private static Class<?> erasure(Type type) {
        return switch (type) {
            case Class<?> c -> c;
            case ParameterizedType p -> (Class<?>) p.getRawType();
            case TypeVariable<?> v -> erasure(v.getBounds()[0]);
            default -> Object.class;
        };
    }

    /** Of elements or keys. */
    PrivateType elements() {
        return first == null ? ANY : first;
    }

    /** Of the values of a map. */
    PrivateType contents() {
        return second == null ? ANY : second;
    }

    boolean takes(Object value) {
        return raw == Object.class || value.getClass() == raw || raw.isInstance(value);
    }

    /** The class as the program's source names it. */
    private Class<?> declared() {
        return isPrimitive ? MethodType.methodType(raw).unwrap().returnType() : raw;
    }

    String text() {
        return declared().getTypeName();
    }

    /** What a field has that nobody stored to. */
    Object zero() {
        return isPrimitive ? Array.get(Array.newInstance(declared(), 1), 0) : null;
    }

    /** A scalar or value as the type has it, or null when it has no such. */
    Object fitted(Object value) {
        if (takes(value)) {
            return value;
        }
        // as a handle for a float reads an integer
        Object number = raw == Float.class && value instanceof Long ? Elements.converted(value, Double.class) : value;
        return number == null ? null : Elements.converted(number, raw);
    }
}
