// SPDX-License-Identifier: Apache-2.0
package colors;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Bytes in shared memory, live, of a fixed size (CoLoRS paper, table 1: binary): the copy of a {@code byte[]}, a Python
 * bytearray or, frozen, Python bytes. Thread-safe: {@link #get} and {@link #set} of a byte are one step each; what is
 * larger, {@link #toByteArray} too, goes byte by byte. Two of these are equal when they stand for the same bytes in
 * memory.
 */
public interface SharedBinary {
    /** Makes one of so many bytes, all zero. Throws IllegalArgumentException when {@code size} is negative. */
    static SharedBinary create(int size) {
        return SharedMemory.newBinary(size);
    }

    /** The number of bytes. */
    int size();

    /** Whether it never changes, as Python bytes do not. */
    boolean isFrozen();

    /** Reads a byte. Throws IndexOutOfBoundsException. */
    byte get(int index);

    /** Writes a byte. Throws IndexOutOfBoundsException, and UnsupportedOperationException when it is frozen. */
    void set(int index, byte value);

    /** A private copy. */
    byte[] toByteArray();

    /**
     * The bytes themselves, not a copy; read-only when they are frozen. They stay alive as long as the segment, or a
     * slice or buffer of it, is reachable; those that were got in a {@link Scope}, as {@link SharedArray#memory} says.
     */
    MemorySegment memory();

    /**
     * These bytes as a Java array, live, for code that the agent rewrote (docs/agent.md). Other code sees an array
     * without elements.
     *
     * @throws SharedMemoryException (STATE) without the agent
     */
    byte[] asArray();

    /** The same as a buffer, in big-endian order at first. */
    ByteBuffer buffer();
}
