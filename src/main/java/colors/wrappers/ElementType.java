// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.Ref;
import colors.SharedArray;
import colors.SharedList;
import colors.SharedMap;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.SharedSet;
import colors.ValueType;
import colors.interfaces.InterfaceClass;
import colors.names.HostNames;
import java.lang.invoke.MethodType;

/**
 * What a view converts elements, keys or values to.
 *
 * @param type what they are instances of then
 * @param inner of containers, what their own elements are converted to; else null
 * @param check of references, what checks their class; else null
 * @param target of references, their class; else null
 */
public record ElementType<E>(Class<?> type, ElementTypes inner, RefCheck check, Class<?> target)
        implements ValueType<E> {
    /** As they are. */
    public static final ElementType<Object> ANY = new ElementType<>(Object.class, null, null, null);

    /** Throws SharedMemoryException (ARGUMENT) for null and {@code void}. */
    @SuppressWarnings("unchecked") // Object is
    public static <E> ElementType<E> of(Class<E> type) {
        if (type == Object.class) {
            return (ElementType<E>) ANY;
        }
        if (type == null || type == void.class || type == Void.class) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    (type == null ? "null" : type.getName())
                            + " was given for the type of a value; expected a class, such as String.class");
        }
        if (HostNames.isSharedInterface(type)) {
            InterfaceClass.register(type); // its objects are read as its instances from now on
        }
        return new ElementType<>(MethodType.methodType(type).wrap().returnType(), null, null, null);
    }

    public static <C> ElementType<Ref<C>> ref(Class<C> type) {
        if (type == null || type.isPrimitive() || type.isArray() || ElementTypes.gives(type) && type != Object.class) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "no reference is to an object of " + (type == null ? "null" : type.getTypeName())
                            + "; give a class of the program, or ValueType.of, list, set or map");
        }
        return new ElementType<>(Ref.class, null, new RefCheck(type), type);
    }

    public static <E> ElementType<SharedList<E>> list(ValueType<E> elements) {
        return new ElementType<>(SharedList.class, new ElementTypes(given(elements), null), null, null);
    }

    public static <E> ElementType<SharedArray<E>> array(ValueType<E> elements) {
        return new ElementType<>(SharedArray.class, new ElementTypes(given(elements), null), null, null);
    }

    public static <E> ElementType<SharedSet<E>> set(ValueType<E> elements) {
        return new ElementType<>(SharedSet.class, new ElementTypes(given(elements), null), null, null);
    }

    public static <K, V> ElementType<SharedMap<K, V>> map(ValueType<K> keys, ValueType<V> values) {
        return new ElementType<>(SharedMap.class, new ElementTypes(given(keys), given(values)), null, null);
    }

    /** What an argument of the API is. Throws SharedMemoryException (ARGUMENT) for null. */
    public static <E> ElementType<E> given(ValueType<E> type) {
        return switch (type) {
            case ElementType<E> given -> given;
            case null ->
                throw SharedMemoryException.of(
                        Reason.ARGUMENT, "null was given for a ValueType; ValueType.of(String.class) is one");
        };
    }

    /** The class that a field, channel or slot for such values is of. */
    public Class<?> slotType() {
        return target != null ? target : type;
    }

    /**
     * A value that was read. Throws TypeConflictException when it does not fit; {@code index} is for the message.
     */
    @SuppressWarnings("unchecked") // it is checked
    public E convert(Object value, int index) {
        if (check != null) {
            return (E) check.check(value, index);
        }
        return (E) Elements.convert(inner == null ? value : inner.view(value), type, index);
    }

    /** For instance {@code SharedList<java.lang.Integer>}. */
    @Override
    public String toString() {
        return type.getName() + (target != null ? "<" + target.getName() + ">" : inner != null ? inner.text() : "");
    }
}
