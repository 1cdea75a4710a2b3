// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.StoreCheck;
import colors.roots.Mutator;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Memory that this thread has just allocated, all zero. A store is checked against its end: a count or index that is
 * wrong, whoever gave it, is an IndexOutOfBoundsException and not a store into another object. Compilers fold the
 * checks of constant offsets. It is no object until {@link Heap} or {@link Parts} made it one.
 */
public record Block(long address, long bytes) {

    /** Of so many bytes, a positive multiple of the granule. */
    public static Block allocate(Mutator mutator, long bytes) {
        if (bytes <= 0 || (bytes & Layout.GRANULE - 1) != 0) {
            throw new IllegalArgumentException(
                    "a block of " + bytes + " bytes was asked for; expected a positive multiple of " + Layout.GRANULE);
        }
        Block block = new Block(mutator.block(bytes), bytes);
        if (Memory.CHECKED) {
            StoreCheck.allocated(block.address, bytes);
        }
        return block;
    }

    /** The address of a part. Throws IndexOutOfBoundsException when it is not all inside. */
    public long place(long offset, long length) {
        return address + Objects.checkFromIndexSize(offset, length, bytes);
    }

    public int getInt(long offset) {
        return Memory.getInt(place(offset, Integer.BYTES));
    }

    public void putInt(long offset, int value) {
        Memory.putInt(place(offset, Integer.BYTES), value);
    }

    public void putLong(long offset, long value) {
        Memory.putLong(place(offset, Long.BYTES), value);
    }

    public void copyIn(byte[] source, long offset) {
        Memory.copyIn(source, place(offset, source.length), source.length);
    }

    public void copyIn(MemorySegment source, long offset) {
        Memory.copyIn(source, place(offset, source.byteSize()));
    }
}
