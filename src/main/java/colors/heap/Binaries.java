// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.Sizes;
import colors.roots.Mutator;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** Blocks of bytes of a fixed size, at addresses whose objects the caller keeps alive. */
public final class Binaries {
    private static final long START = Layout.OBJECT_HEADER_BYTES;

    private Binaries() {}

    /**
     * Copies bytes to shared memory; {@code frozen} when they are not to change. The mutator's current chunk roots
     * them. Returns their address.
     */
    public static long allocate(Mutator mutator, MemorySegment bytes, boolean frozen) {
        return allocateInto(mutator, bytes, frozen, 0);
    }

    /** The same, reachable by an empty tagged place of an object that nobody else can reach yet; 0: logged. */
    public static long allocateInto(Mutator mutator, MemorySegment bytes, boolean frozen, long place) {
        int length = Math.toIntExact(bytes.byteSize());
        Block object = Block.allocate(mutator, Sizes.rounded(START + length));
        object.putInt(Layout.OBJECT_SHAPE, frozen ? Segment.SHAPE_BYTES : Segment.SHAPE_BINARY);
        object.putInt(Layout.OBJECT_LENGTH, length);
        object.copyIn(bytes, START);
        Heap.publish(mutator, object.address(), place);
        return object.address();
    }

    /** Whether the shape is that of a binary or of bytes. */
    public static boolean isBinary(int shape) {
        return shape == Segment.SHAPE_BINARY || shape == Segment.SHAPE_BYTES;
    }

    public static int size(long binary) {
        return Memory.getInt(binary + Layout.OBJECT_LENGTH);
    }

    /** The bytes themselves. Valid while the object is alive. */
    public static MemorySegment memory(long binary) {
        return Segment.view(binary + START, size(binary));
    }

    /** Throws IndexOutOfBoundsException. */
    public static byte get(long binary, int index) {
        return Memory.getByteOpaque(binary + START + Objects.checkIndex(index, size(binary)));
    }

    /** Throws IndexOutOfBoundsException. */
    public static void set(long binary, int index, byte value) {
        Segment.checkWritable();
        Memory.putByteOpaque(binary + START + Objects.checkIndex(index, size(binary)), value);
    }
}
