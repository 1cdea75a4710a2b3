// SPDX-License-Identifier: Apache-2.0
package colors;

import java.util.Set;

/**
 * A set in shared memory, live, in the order of insertion (CoLoRS paper, table 1): what {@link SharedMap} says of keys
 * holds for its elements, and of iteration too. A set made from one that does not change, such as a Python frozenset,
 * throws UnsupportedOperationException on changes.
 *
 * <p>Thread-safe. {@link #add}, {@link #remove}, {@link #clear}, {@link #contains} and {@link #size} are one step each
 * for all threads of all processes, and take place as a whole or not at all, also when the process is killed in them.
 * All others, such as {@link #addAll} and {@link #removeAll}, go element by element.
 *
 * @param <E> what its elements are; {@code Object} where that is not known
 */
public interface SharedSet<E> extends Set<E> {
    /** Makes an empty one in shared memory. */
    static SharedSet<Object> create() {
        return SharedMemory.newSet();
    }

    /** Makes an empty one in shared memory with elements of a type. */
    static <E> SharedSet<E> create(Class<E> type) {
        return create(ValueType.of(type));
    }

    /** Makes an empty one in shared memory with elements of a type. */
    static <E> SharedSet<E> create(ValueType<E> type) {
        return create().as(type);
    }

    /** Whether it never changes, as a Python frozenset does not. */
    boolean isFrozen();

    /**
     * This set with elements of another type: numbers and records are converted and checked when they are read, so that
     * for instance a set of integers is a {@code SharedSet<Integer>}. It is this set, not a copy. What is looked for
     * counts as it would be stored.
     *
     * @param type Integer, Short, Byte, Character, Float, a record, or any class that the elements are instances of
     * @return the same set; its iterators throw TypeConflictException for an element that does not fit
     */
    default <F> SharedSet<F> as(Class<F> type) {
        return as(ValueType.of(type));
    }

    /** The same with elements of a type that a class cannot say: references, containers. */
    <F> SharedSet<F> as(ValueType<F> type);
}
