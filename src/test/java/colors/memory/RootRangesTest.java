// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemory;
import colors.heap.Binaries;
import colors.heap.Block;
import colors.heap.Heap;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.shapes.Entities;
import colors.support.Child;
import colors.support.WithDaemon;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** New objects are roots by the ranges of the chunks that their wrappers hold. */
@ExtendWith(WithDaemon.class)
class RootRangesTest {
    private static final int MANY = 20_000; // more than one chunk's ranges hold
    private static final long BOX_BYTES = Sizes.ofSlots(1);

    private Mutator mutator;

    @BeforeEach
    void begin() {
        mutator = Mutator.current();
        mutator.nextChunk();
    }

    private long box(long value) {
        return Heap.allocateBox(mutator, Segment.SHAPE_BOX_INTEGER, value);
    }

    private static boolean holds(long object, long value) {
        return Memory.getByte(Segment.markAddress(Segment.reference(object))) != 0
                && Heap.shapeId(object) == Segment.SHAPE_BOX_INTEGER
                && Memory.getLong(object + Layout.OBJECT_HEADER_BYTES) == value;
    }

    @Test
    void whatIsMadeIsNotLoggedAndLives() {
        box(0); // the first may take a buffer
        long object = box(1);
        RootChunk chunk = mutator.chunk();
        assertTrue(mutator.isInRange(object));
        assertFalse(mutator.isLogged(Segment.reference(object)));
        SharedMemory.collect();
        SharedMemory.collect();
        assertTrue(holds(object, 1));
        Reference.reachabilityFence(chunk);
    }

    @Test
    void aChunkHoldsNoMoreThanItsShare() {
        List<RootChunk> chunks = new ArrayList<>();
        long[] objects = new long[MANY];
        for (int i = 0; i < MANY; i++) {
            objects[i] = box(i);
            if (chunks.isEmpty() || chunks.getLast() != mutator.chunk()) {
                chunks.add(mutator.chunk());
            }
        }
        assertTrue(
                chunks.size() >= MANY * BOX_BYTES / (Layout.CHUNK_RANGE_BYTES + Layout.REGION_BYTES),
                chunks.size() + " chunks");
        SharedMemory.collect();
        SharedMemory.collect();
        for (int i = 0; i < MANY; i++) {
            assertTrue(holds(objects[i], i), "object " + i);
        }
        Reference.reachabilityFence(chunks);
    }

    /** A block that was taken before the chunk was changed is in the range of the chunk before. */
    @Test
    void aBlockOfBeforeGetsAnEntryInTheNewChunk() {
        box(0);
        Block block = Block.allocate(mutator, BOX_BYTES);
        block.putInt(Layout.OBJECT_SHAPE, Segment.SHAPE_BOX_INTEGER);
        block.putLong(Layout.OBJECT_HEADER_BYTES, 7);
        RootChunk before = mutator.chunk();
        mutator.nextChunk();
        assertNotSame(before, mutator.chunk());
        Heap.publish(mutator, block.address());
        assertTrue(mutator.isLogged(Segment.reference(block.address())));
        long next = box(8); // the rest of the buffer is a range of the new chunk
        assertTrue(mutator.isInRange(next));
        assertFalse(mutator.isLogged(Segment.reference(next)));
    }

    /** In a place that everybody may change, the holder of which is in no range. */
    @Test
    void whatIsLoadedFromTheRangeGetsNoEntryAndLives() {
        long place = Entities.repository("colors.test.loaded-from-the-range") + Layout.ENTITY_VALUE;
        box(0);
        Heap.storeTagged(mutator, place, Segment.reference(box(1)));
        RootChunk chunk = mutator.chunk();
        long word = Heap.loadTagged(mutator, place);
        assertSame(chunk, mutator.chunk());
        assertTrue(mutator.isInRange(Segment.address(word)));
        assertFalse(mutator.isLogged(word));
        Heap.storeTagged(mutator, place, Tag.NULL);
        SharedMemory.collect();
        SharedMemory.collect();
        assertTrue(holds(Segment.address(word), 1));
        Reference.reachabilityFence(chunk);
    }

    /** The new chunk is to hold it: the old one may be freed. */
    @Test
    void whatIsLoadedFromTheRangeOfBeforeGetsAnEntry() {
        long place = Entities.repository("colors.test.loaded-from-the-range-of-before") + Layout.ENTITY_VALUE;
        box(0);
        Heap.storeTagged(mutator, place, Segment.reference(box(1)));
        mutator.nextChunk();
        box(2);
        long word = Heap.loadTagged(mutator, place);
        assertFalse(mutator.isInRange(Segment.address(word)));
        assertTrue(mutator.isLogged(word));
    }

    @Test
    void aLargeBlockGetsAnEntry() {
        RootChunk chunk = mutator.chunk();
        int bytes = 2 * Layout.LARGE_BYTES;
        long binary = Binaries.allocate(mutator, java.lang.foreign.MemorySegment.ofArray(new byte[bytes]), false);
        assertSame(chunk, mutator.chunk());
        assertTrue(mutator.isLogged(Segment.reference(binary)));
    }

    /** What the daemon's status says of a process's roots; in a JVM whose collector never runs, so that none goes. */
    @Test
    void theyAreCounted() throws Exception {
        Child.Result result = Child.run(
                WithDaemon.start(), Counts.class, List.of("-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC"));
        assertEquals(new Child.Result(0, "100 more"), result);
    }

    /** Makes objects, and counts. */
    static final class Counts {
        public static void main(String[] arguments) {
            SharedMemory.attach();
            Mutator mutator = Mutator.current();
            mutator.nextChunk();
            long before = roots();
            RootChunk chunk = mutator.chunk();
            for (int i = 0; i < 100; i++) {
                Heap.allocateBox(mutator, Segment.SHAPE_BOX_INTEGER, i);
            }
            System.out.println(roots() - before + " more");
            Reference.reachabilityFence(chunk);
        }
    }

    private static long roots() {
        return SegmentStatus.read().vms().stream()
                .filter(vm -> vm.pid() == ProcessHandle.current().pid())
                .findFirst()
                .orElseThrow()
                .roots();
    }
}
