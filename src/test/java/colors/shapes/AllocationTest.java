// SPDX-License-Identifier: Apache-2.0
package colors.shapes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemory;
import colors.heap.Heap;
import colors.memory.FieldSpec;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.Sizes;
import colors.memory.SlotKind;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.RootScope;
import colors.support.WithDaemon;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Objects that are made with their fields in them. */
@ExtendWith(WithDaemon.class)
class AllocationTest {
    private static final int MANY = 20_000; // more than one chunk's ranges hold
    private static final long SLOT = Layout.OBJECT_HEADER_BYTES;
    private static final FieldLocation[] VALUE = {
        new FieldLocation("value", new FieldSpec(0, 0, Layout.TYPE_INTEGER, 0), false, SlotKind.INT64, null, -1, SLOT)
    };

    private Mutator mutator;
    private Allocation boxes;

    @BeforeEach
    void begin() {
        mutator = Mutator.current();
        boxes = allocation(1);
    }

    private static Allocation allocation(int slots) {
        return new Allocation(Segment.SHAPE_BOX_INTEGER, slots, Sizes.ofSlots(slots));
    }

    private static boolean isObject(long address) {
        return Memory.getByte(Segment.markAddress(Segment.reference(address))) != 0;
    }

    @Test
    void aBlockBecomesAnObject() {
        for (long i = 0; i < 10_000; i++) {
            long block = boxes.begin(mutator);
            assertFalse(isObject(block));
            boxes.put(block, SlotKind.INT64, SLOT, i);
            assertTrue(boxes.publish(mutator, block));
            assertTrue(isObject(block) && Heap.shapeId(block) == Segment.SHAPE_BOX_INTEGER);
            assertEquals(i, Memory.getLong(block + SLOT));
        }
    }

    @Test
    void notWhenSomethingElseWasAllocatedMeanwhile() {
        long block = boxes.begin(mutator);
        boxes.put(block, SlotKind.INT64, SLOT, 1);
        long other = Heap.allocateBox(mutator, Segment.SHAPE_BOX_INTEGER, 2);
        assertFalse(boxes.publish(mutator, block));
        assertTrue(isObject(other) && !isObject(block));
    }

    /**
     * The one method does what those that it stands for do, where the thread knows a range that has room, and nothing
     * elsewhere.
     */
    @Test
    void oneMethodBeginsAndOnePublishes() {
        boxes.allocate(mutator); // a buffer, whose range the mutator knows
        long bytes = Sizes.ofSlots(1);
        int made = 0;
        for (long i = 0; i < MANY; i++) {
            long reference = mutator.tryBegin(bytes, Segment.SHAPE_BOX_INTEGER);
            if (reference == 0) {
                boxes.allocate(mutator);
                continue;
            }
            long block = Segment.address(reference);
            boxes.put(block, SlotKind.INT64, SLOT, i);
            assertFalse(isObject(block));
            assertFalse(
                    mutator.tryPublish(block, bytes + Layout.GRANULE) || mutator.tryPublish(block - bytes, bytes),
                    "not what the buffer gave last");
            assertFalse(isObject(block)
                    || Memory.getLong(Segment.BASE + mutator.slotOffsetKept() + Layout.SLOT_SEQ) % 2 != 0);
            if (mutator.tryPublish(block, bytes)) {
                assertTrue(isObject(block)
                        && Heap.shapeId(block) == Segment.SHAPE_BOX_INTEGER
                        && Memory.getLong(block + SLOT) == i);
                made++;
            } else {
                assertTrue(boxes.publish(mutator, block), "where the range is not known");
            }
        }
        assertTrue(made > MANY / 2, made + " of " + MANY);
    }

    @Test
    void fieldsAreInsideOrNot() {
        long bytes = Sizes.ofSlots(1);
        assertTrue(boxes.holds(SlotKind.INT64, SLOT) && boxes.holds(SlotKind.INT8, bytes - 1));
        assertFalse(boxes.holds(SlotKind.INT64, 0)
                || boxes.holds(SlotKind.INT64, bytes)
                || boxes.holds(SlotKind.INT16, bytes - 1)
                || boxes.holds(SlotKind.INT8, -1));
    }

    @Test
    void nothingIsStoredBesideIt() {
        long block = boxes.begin(mutator);
        assertThrows(IndexOutOfBoundsException.class, () -> boxes.put(block, SlotKind.INT64, Sizes.ofSlots(1), 1));
        assertThrows(IndexOutOfBoundsException.class, () -> boxes.put(block, SlotKind.INT64, -Long.BYTES, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> boxes.put(block, SlotKind.INT16, Sizes.ofSlots(1) - 1, 1));
        boxes.put(block, SlotKind.INT8, Sizes.ofSlots(1) - 1, 1);
        assertTrue(boxes.publish(mutator, block));
    }

    /** Objects of one thread, and how many of them {@link Allocation#tryBegin} did not make. */
    private record Made(long[] objects, List<RootChunk> chunks, int slow) {
        static Made by(Mutator mutator, Allocation allocation, int count) {
            var made = new long[count];
            List<RootChunk> chunks = new ArrayList<>();
            int slow = 0;
            for (int i = 0; i < count; i++) {
                made[i] = allocation.tryBegin(mutator);
                if (made[i] == 0) {
                    made[i] = allocation.make(mutator, VALUE, new long[] {i});
                    slow++;
                } else {
                    allocation.put(made[i], SlotKind.INT64, SLOT, i);
                    allocation.publishNext(mutator, made[i]);
                }
                if (chunks.isEmpty() || chunks.getLast() != mutator.chunk()) {
                    chunks.add(mutator.chunk());
                }
            }
            return new Made(made, chunks, slow);
        }

        void check() {
            for (int i = 0; i < objects.length; i++) {
                assertTrue(
                        isObject(objects[i]) && Heap.shapeId(objects[i]) == Segment.SHAPE_BOX_INTEGER, "object " + i);
                assertEquals(i, Memory.getLong(objects[i] + SLOT));
            }
            Reference.reachabilityFence(chunks);
        }
    }

    @Test
    void atOnceAsLongAsTheBufferHasRoom() {
        mutator.nextChunk(); // of which the mutator knows no range
        assertEquals(0, boxes.tryBegin(mutator));
        Made made = Made.by(mutator, boxes, MANY);
        long buffers = MANY * Sizes.ofSlots(1) / Layout.REGION_BYTES;
        assertTrue(
                made.slow >= buffers && made.slow < MANY / 20,
                made.slow + " of " + MANY + " in at least " + buffers + " buffers");
        SharedMemory.collect();
        SharedMemory.collect();
        made.check();
    }

    @Test
    void aLargeObjectIsNotMadeAtOnce() {
        boxes.allocate(mutator);
        assertEquals(0, allocation(Layout.LARGE_BYTES / Long.BYTES).tryBegin(mutator));
    }

    @Test
    void byManyThreadsWhileTheCollectorRuns() throws Exception {
        List<FutureTask<Made>> threads = Stream.generate(
                        () -> new FutureTask<>(() -> Made.by(Mutator.current(), boxes, MANY)))
                .limit(4)
                .toList();
        threads.forEach(thread -> Thread.ofPlatform().start(thread));
        SharedMemory.collect();
        for (FutureTask<Made> thread : threads) {
            Made made = thread.get();
            SharedMemory.collect();
            made.check();
        }
    }

    @Test
    void inAScopeAndAfterIt() {
        Made before = Made.by(mutator, boxes, 100);
        RootScope scope = RootScope.open();
        assertEquals(0, boxes.tryBegin(mutator)); // the buffer is not in a range of the scope's chunk that is known
        Made.by(mutator, boxes, 100).check();
        scope.close(RootScope.Ending.LEXICAL);
        assertEquals(0, boxes.tryBegin(mutator));
        Made after = Made.by(mutator, boxes, 100);
        SharedMemory.collect();
        before.check();
        after.check();
    }
}
