// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.Sizes;
import colors.roots.Mutator;

/**
 * Containers in the making, which nobody else can reach yet, and their arrays and tables. A part is an object from the
 * operation on that stores the head of its container (rules M2 and M4 of the collector's protocol).
 */
public final class Parts {
    private Parts() {}

    /** Makes an empty container of a builtin shape; the mutator's current chunk roots it. */
    public static long container(Mutator mutator, int shape) {
        return container(mutator, shape, 0);
    }

    /** The same, reachable by an empty tagged place as {@link Heap#publishInto} says; 0: logged. */
    public static long container(Mutator mutator, int shape, long place) {
        Block container = Block.allocate(mutator, Layout.CONTAINER_BYTES);
        container.putInt(Layout.OBJECT_SHAPE, shape);
        Heap.publish(mutator, container.address(), place);
        return container.address();
    }

    /** A block for an array; not an object before {@link #commit}. */
    public static Block array(Mutator mutator, int shape, int length) {
        Block array = Block.allocate(mutator, Sizes.ofSlots(length));
        array.putInt(Layout.OBJECT_SHAPE, shape);
        array.putInt(Layout.OBJECT_LENGTH, length);
        return array;
    }

    /** A block for a table; not an object before {@link #commit}. */
    public static Block table(Mutator mutator, int length) {
        Block table = Block.allocate(mutator, Sizes.ofTable(length));
        table.putInt(Layout.OBJECT_SHAPE, Segment.SHAPE_TABLE);
        table.putInt(Layout.OBJECT_LENGTH, length);
        return table;
    }

    /** Makes the block the part of a container that had none. */
    public static void commit(Mutator mutator, long container, Block block, int count) {
        long part = block.address();
        long seq = mutator.enter();
        try {
            long gc = Memory.getLongOpaque(Segment.GC_WORD);
            Heap.markNew(Segment.reference(part), gc);
            Memory.putLongRelease(container + Layout.CONTAINER_HEAD, head(part, count));
        } finally {
            mutator.leave(seq);
        }
    }

    /** Stores the count of a container whose part stays; nobody else can reach it. */
    public static void count(long container, long part, int count) {
        Memory.putLongRelease(container + Layout.CONTAINER_HEAD, head(part, count));
    }

    private static long head(long part, int count) {
        long integers = Memory.getInt(part + Layout.OBJECT_SHAPE) == Segment.SHAPE_ARRAY_INT64 ? Layout.HEAD_INT64 : 0;
        return (long) Segment.granules(part) << Layout.HEAD_PART_SHIFT | integers | count;
    }

    /** The count of a head: of a list its elements; of a set or map its entries, removed ones too. */
    public static int count(long head) {
        return (int) (head & Layout.HEAD_COUNT_MASK);
    }

    /** The address of the part that a head names; meaningless when there is none. */
    public static long part(long head) {
        return Segment.ofGranules((int) (head >>> Layout.HEAD_PART_SHIFT));
    }

    /** Whether a head names a part. */
    public static boolean hasPart(long head) {
        return head >>> Layout.HEAD_PART_SHIFT != 0;
    }
}
