// SPDX-License-Identifier: Apache-2.0
package colors.shapes;

import colors.heap.Block;
import colors.heap.Heap;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.Sizes;
import colors.memory.SlotKind;
import colors.memory.StoreCheck;
import colors.roots.Mutator;
import java.util.Objects;

/** Allocates objects of one shape, of so many bytes. A record because C2 folds the components of a constant record. */
public record Allocation(int shapeId, int slots, long bytes) {

    public static Allocation of(SharedShape shape) {
        return new Allocation(shape.id(), shape.inlineSlots(), Sizes.ofSlots(shape.inlineSlots()));
    }

    /** A block for an object whose fields are known: {@link #put} stores them, {@link #publish} makes it an object. */
    public long begin(Mutator mutator) {
        long reference = mutator.tryBegin(bytes, shapeId);
        // Segment.address, without a call
        return Segment.BASE
                + ((reference != 0 ? reference : Segment.reference(beginAnywhere(mutator))) & Segment.REFERENCE_MASK);
    }

    private long beginAnywhere(Mutator mutator) {
        Block block = Block.allocate(mutator, bytes);
        block.putInt(Layout.OBJECT_SHAPE, shapeId);
        return block.address();
    }

    /**
     * Stores a field of such a block. What it refers to, if anything, is a root until the object is published: so no
     * barrier is needed (M4, [model.cycle] INIT).
     */
    public void put(long block, SlotKind slotKind, long offset, long bits) {
        slotKind.put(block + Objects.checkFromIndexSize(offset, slotKind.bytes(), bytes), bits);
    }

    /** Whether a field of this kind at this offset is inside the objects. */
    public boolean holds(SlotKind slotKind, long offset) {
        return offset >= Layout.OBJECT_HEADER_BYTES && offset <= bytes - slotKind.bytes();
    }

    /**
     * Makes a block an object, which is logged in the mutator's chunk. False when the thread has allocated something
     * else since {@link #begin}, or lost its slot: then its buffer may have gone on, and what becomes of the block is
     * not known. (Between the two, code is linked once, which may ask a class loader of the program.)
     */
    public boolean publish(Mutator mutator, long block) {
        return mutator.tryPublish(block, bytes) || publishAnywhere(mutator, block);
    }

    private boolean publishAnywhere(Mutator mutator, long block) {
        if (!mutator.isLast(block, bytes)) {
            return false;
        }
        mutator.build(); // a virtual thread may wait for a chunk
        Heap.publish(mutator, block);
        return true;
    }

    /**
     * As {@link #begin}, but without a call that compilers of languages cannot inline: 0, and nothing happened, when
     * the thread's buffer has no room, or the log may not know it. {@link #make} does it then. {@link #put} and {@link
     * #publishNext} have to follow, and nothing else of the heap in between.
     */
    public long tryBegin(Mutator mutator) {
        long block = mutator.tryBlock(bytes);
        if (block != 0) {
            if (Memory.CHECKED) {
                StoreCheck.allocated(block, bytes);
            }
            Memory.putInt(block + Layout.OBJECT_SHAPE, shapeId);
        }
        return block;
    }

    /** Makes the block that {@link #tryBegin} gave an object. */
    public void publishNext(Mutator mutator, long block) {
        Heap.publishRooted(mutator, block);
    }

    /**
     * A new object with what these fields hold, which are in the object itself: the bits of the same index; they are
     * roots, as for {@link #put}. Returns its address.
     */
    public long make(Mutator mutator, FieldLocation[] fields, long[] bits) {
        long block = begin(mutator);
        for (int i = 0; i < fields.length; i++) {
            put(block, fields[i].slotKind(), fields[i].offset(), bits[i]);
        }
        Heap.publish(mutator, block);
        return block;
    }

    /** A new object, all its slots zero, logged in the mutator's chunk. Returns its address. */
    public long allocate(Mutator mutator) {
        return Heap.allocate(mutator, shapeId, slots);
    }
}
