// SPDX-License-Identifier: Apache-2.0
package colors;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * A flat array in shared memory, live, of a fixed length (CoLoRS paper, table 1: array): numbers or booleans of one
 * width, side by side, or references. The copy of an {@code int[]}, {@code double[]}, {@code String[]} and so on, of a
 * Python {@code array.array}, of a JavaScript typed array; {@link SharedBinary} is that of a {@code byte[]}.
 *
 * <p>To read or write an element takes no lock and no look-up. As a list it is like {@link java.util.Arrays#asList}:
 * elements can be set, and what would change the length throws UnsupportedOperationException. Numbers and booleans are
 * shown as Long, Double or Boolean, {@link #as} gives a view of another type; who stores one gets a
 * SharedMemoryException (TYPE) when the width has no room for it, and floats are rounded to it. An array of references
 * takes what a list takes.
 *
 * <p>Thread-safe. An access of one element is one step, seen by other threads and processes at some time. What goes
 * over several elements ({@link #sort}, {@link #replaceAll}, {@link #addAll} of none, sub-lists, {@link #toArray}) is
 * not one step, unlike that of other shared lists.
 *
 * @param <E> what its elements are; {@code Object} where that is not known
 */
public interface SharedArray<E> extends SharedList<E> {
    /**
     * Makes one of zeros, of false, or of null.
     *
     * @param component {@code int.class}, {@code double.class}, any other primitive type but {@code void}; any class
     *         makes an array of references, which takes objects of all classes
     * @throws SharedMemoryException (ARGUMENT) for another type, or a length that is negative or more than 2 GiB
     */
    static <E> SharedArray<E> create(Class<E> component, int length) {
        return SharedMemory.newArray(component, length);
    }

    /**
     * The copy of a private array, {@code byte[]} included; of references with all that they refer to. Throws as {@link
     * #create}, and as {@link Ref#copyOf}.
     */
    static SharedArray<Object> copyOf(Object array) {
        return SharedMemory.copyArray(array);
    }

    /** The Java type of its elements: {@code int.class} and so on, {@code Object.class} of references. */
    Class<?> componentType();

    /**
     * The integer at an index, of chars their code, of booleans 0 or 1.
     *
     * @throws TypeConflictException when the elements are floats
     */
    @Override
    long getLong(int index);

    /**
     * The float at an index.
     *
     * @throws TypeConflictException when the elements are no floats
     */
    @Override
    double getDouble(int index);

    /**
     * Stores an integer; into booleans 0 or 1, into floats what they represent.
     *
     * @throws TypeConflictException when the width has no room for it
     */
    void setLong(int index, long value);

    /**
     * Stores a float, rounded.
     *
     * @throws TypeConflictException when the elements are no floats, or it is too large for them
     */
    void setDouble(int index, double value);

    @Override
    default <F> SharedArray<F> as(Class<F> type) {
        return as(ValueType.of(type));
    }

    @Override
    <F> SharedArray<F> as(ValueType<F> type);

    /** Sorts, not in one step: each element is stored by itself. */
    @Override
    void sort(java.util.Comparator<? super E> order);

    /**
     * The elements themselves, not a copy: {@code array.memory().getAtIndex(JAVA_INT, i)}. They stay alive as long as
     * the segment, or a slice of it, is reachable. An aligned access of one element is one step, and the layouts'
     * VarHandles give it the memory order and atomic operations that they have for any memory, across processes ({@code
     * compareAndSet}, {@code getAndAdd} of int32 and int64). {@link MemorySegment#copy} to and from private arrays goes
     * at the speed of memory. A char has 16 bits, a boolean is a byte, 0 or 1.
     *
     * <p>The memory of an array that was got in a {@link Scope} is valid until the scope is closed, and in its thread:
     * then Java throws IllegalStateException, and WrongThreadException.
     *
     * @throws TypeConflictException of references: what they are in memory is for no program
     */
    MemorySegment memory();

    /** {@link #memory} as a buffer in the machine's byte order: {@code array.buffer().asIntBuffer()}. */
    ByteBuffer buffer();

    /**
     * A private copy: an {@code int[]}, {@code double[]} and so on, as {@link #componentType} says. Throws as {@link
     * #memory}.
     */
    Object toPrimitiveArray();

    /** Its integers, each read when the stream gets there. Throws as {@link #getLong}. */
    LongStream longStream();

    /** Its floats, each read when the stream gets there. Throws as {@link #getDouble}. */
    DoubleStream doubleStream();
}
