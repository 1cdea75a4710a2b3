// SPDX-License-Identifier: Apache-2.0
package colors;

import java.lang.foreign.MemorySegment;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.RandomAccess;

/**
 * A list in shared memory, live (CoLoRS paper, table 1): what another process adds is here at the next read. Elements
 * are null, Long, Double, Boolean, String, values such as BigDecimal, and shared objects; other integers and floats are
 * stored as Long and Double. {@link #create(Class)} and {@link #as} give a list with another element type: numbers and
 * records are converted and checked when they are read. Of a private record or immutable list a shared copy is stored
 * (docs/values.md).
 *
 * <p>Thread-safe. These are one step each for all threads of all processes, and take place as a whole or not at all,
 * also when the process is killed in them: {@link #add}, {@link #set}, {@link #remove(int)}, {@link #removeFirst},
 * {@link #removeLast}, {@link #clear}, {@code addFirst}, {@code addLast}, {@link #addAll} of any number of elements,
 * {@code subList(from, to).clear()}, {@link #get}, {@link #size}, and the {@code get}, {@code set} and {@code add} of a
 * view. Changes of one list wait for each other, for 10 seconds at most; reads wait for nobody.
 *
 * <p>{@link #sort}, {@link #replaceAll}, {@link #removeIf}, {@code removeAll}, {@code retainAll} and {@link
 * #remove(Object)} are one step too: they read all elements, compute while nothing is held, and store if nobody changed
 * the list meanwhile; else they begin again. After some times the first five give up with a
 * ConcurrentModificationException, and nothing was changed.
 *
 * <p>All other methods are made of these, and others may change the list between the steps: the iterator's {@code
 * remove} removes what is at the index by then. A sub-list has fixed bounds: it is for a list that nobody else makes
 * shorter.
 *
 * <p>Iterators and list iterators are weakly consistent, for one thread each. One goes by the index and reads each
 * element when it gets there, so it shows changes behind that index, and after an insertion or removal before it, it
 * meets an element twice or misses one. It ends where the list ends then; it never throws
 * ConcurrentModificationException but from its own changes, when their index is gone. What hasNext found is what next
 * returns.
 *
 * <p>A list made from one that does not change, such as a Python tuple, throws UnsupportedOperationException on
 * changes.
 *
 * <p>Two lists are equal when they have equal elements in the same order, as {@link List} says. Arguments to look for
 * count as they would be stored: {@code contains(1)} finds the Long 1.
 *
 * @param <E> what its elements are; {@code Object} where that is not known
 */
public interface SharedList<E> extends List<E>, RandomAccess {
    /** Makes an empty one in shared memory. */
    static SharedList<Object> create() {
        return SharedMemory.newList();
    }

    /** Makes an empty one in shared memory with elements of a type. */
    static <E> SharedList<E> create(Class<E> type) {
        return create(ValueType.of(type));
    }

    /** Makes an empty one in shared memory with elements of a type. */
    static <E> SharedList<E> create(ValueType<E> type) {
        return create().as(type);
    }

    /** Whether it never changes, as a Python tuple does not. */
    boolean isFrozen();

    /**
     * The integer at an index, without a box.
     *
     * @throws TypeConflictException when the element is no integer
     */
    long getLong(int index);

    /**
     * The float at an index, without a box.
     *
     * @throws TypeConflictException when the element is no float
     */
    double getDouble(int index);

    /**
     * Replaces an element if it is the one expected, in one step for all threads of all processes (docs/model.md,
     * model.atomic). Shared objects are compared by identity, scalars, values and frozen containers by their value.
     *
     * @return whether it was replaced
     * @throws IndexOutOfBoundsException when there is no such index
     * @throws SharedMemoryException (ARGUMENT) for a private object; nothing is stored then
     */
    boolean compareAndSet(int index, E expected, E value);

    /** Replaces an element and returns the one before, in one step. Throws as {@link #compareAndSet} does. */
    E getAndSet(int index, E value);

    /**
     * Adds to a number and returns it as it was before, a Long or a Double, in one step.
     *
     * @throws SharedMemoryException as {@link #compareAndSet} does; (TYPE) also when the element is no number, when a
     *         float is added to an integer, and when there is no room for the sum; nothing is stored then
     */
    Number getAndAdd(int index, Number delta);

    /**
     * Sorts in one step, as is said above.
     *
     * @throws ConcurrentModificationException also when the list gets shorter meanwhile
     */
    @Override
    void sort(java.util.Comparator<? super E> order);

    /**
     * Removes the first equal element. While others change the list all the time this goes on until one of its attempts
     * is undisturbed.
     */
    @Override
    boolean remove(Object value);

    /**
     * This list with elements of another type: numbers and records are converted and checked when they are read, so
     * that for instance a list of integers is a {@code SharedList<Integer>}. It is this list, not a copy. What is said
     * above of steps and iteration holds for it; {@code set} and {@code remove} look first whether the element that
     * they are to return has the type.
     *
     * @param type Integer, Short, Byte, Character, Float, a record, or any class that the elements are instances of
     * @return the same list; its reads throw TypeConflictException for an element that does not fit; nothing was
     *         changed then, but for a race in {@code set} or {@code remove}
     */
    default <F> SharedList<F> as(Class<F> type) {
        return as(ValueType.of(type));
    }

    /** The same with elements of a type that a class cannot say: references, containers. */
    <F> SharedList<F> as(ValueType<F> type);

    /**
     * This list as a Java array, live, for code that the agent rewrote (docs/agent.md): {@code int[] scores =
     * list.asArray(int[].class)}. Its length is the list's. Other code sees an array without elements. There is one for
     * each list and type, as long as it is reachable.
     *
     * @param type an array type, not {@code byte[]}: of numbers or boolean, whose elements are converted and checked
     *         when they are read, of String, of a class that the agent prepared, or of arrays of these
     * @throws SharedMemoryException (STATE) without the agent, (ARGUMENT) when {@code type} is no such type
     */
    <A> A asArray(Class<A> type);

    /**
     * The integers of a list that holds only integers, as memory: reads and writes are the list's own, until something
     * is added to it or removed; from then on it may be what the list was, which no other process sees. The memory
     * stays valid and what it is as long as the segment or a slice of it is reachable, whatever becomes of the list.
     * Read-only when the list never changes. An access of 8 bytes is one step; larger ones are not. In a {@link Scope}
     * it is valid until the scope is closed, as {@link SharedArray#memory} says.
     *
     * @throws TypeConflictException when the list holds something else
     */
    MemorySegment longs();

    /** The same for a list that holds only floats. */
    MemorySegment doubles();
}
