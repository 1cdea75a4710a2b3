// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

/**
 * What a view converts elements, keys or values to.
 *
 * @param type what they are instances of then
 * @param inner of containers, what their own elements are converted to; else null
 */
public record ElementType<E>(Class<E> type, ElementTypes inner) {
    /** As they are. */
    public static final ElementType<Object> ANY = of(Object.class);

    public static <E> ElementType<E> of(Class<E> type) {
        return new ElementType<>(type, null);
    }

    /**
     * A value that was read. Throws SharedMemoryException (TYPE) when it does not fit; {@code index} is for the
     * message.
     */
    E convert(Object value, int index) {
        return Elements.convert(inner == null ? value : inner.view(value), type, index);
    }
}
