// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Ref;
import colors.SharedClass;
import colors.SharedList;
import colors.SharedMemory;
import colors.heap.Block;
import colors.heap.Heap;
import colors.heap.Parts;
import colors.heap.WholeHeap;
import colors.roots.Mutator;
import colors.roots.Shared;
import colors.shapes.Entities;
import colors.support.Child;
import colors.support.Daemon;
import colors.support.WithDaemon;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** That wrong stores are found: in a process of its own, which makes them with the check on. */
public class StoreCheckTest {

    static class Pair {
        long a;
        Object b;
    }

    @Test
    void wrongStoresAreFound() throws IOException, InterruptedException {
        try (Daemon daemon = Daemon.start()) { // of its own, for it would spoil the others' heap when it fails
            Child.Result result = Child.run(daemon.segment(), StoreCheckTest.class, List.of("-Dcolors.check=2"));
            assertEquals(0, result.exitCode(), result.output());
            assertTrue(result.output().endsWith("all found"), result.output());
        }
    }

    @Test
    void nothingIsCheckedByItself() throws IOException, InterruptedException {
        Child.Result result = Child.run(WithDaemon.start(), Off.class, List.of("-Dcolors.check=0"));
        assertEquals("false", result.output());
    }

    /** Says whether stores are checked. */
    public static final class Off {
        private Off() {}

        public static void main(String[] arguments) {
            System.out.println(Memory.CHECKED);
        }
    }

    /** Makes wrong stores, of which none may be made, and right ones. */
    public static void main(String[] arguments) {
        SharedMemory.attach();
        objects();
        largeObjects();
        blocks();
        otherWords();
        WholeHeap.validate();
        System.out.println("all found");
    }

    private static void refused(long address, long value) {
        long before = Memory.getLong(address & -8);
        refused(() -> Memory.putLong(address, value));
        refused(() -> Memory.putLongRelease(address, value));
        refused(() -> Memory.compareAndSetInt(address, Memory.getInt(address), 1));
        check(Memory.getLong(address & -8) == before);
    }

    private static void refused(Runnable store) {
        try {
            store.run();
        } catch (AssertionError e) {
            check(e.getMessage().startsWith("colors.check: "));
            return;
        }
        check(false);
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("a wrong store was made");
        }
    }

    private static void objects() {
        SharedClass.of(Pair.class).allocate();
        Ref<Pair> pair = SharedClass.of(Pair.class).allocate();
        long end = ((Shared) pair).address() + Sizes.ofSlots(2);
        Memory.putLong(end - 8, 0);
        Ref<Pair> next = SharedClass.of(Pair.class).allocate();
        check(((Shared) next).address() == end);
        refused(() -> Memory.putLong(end - 4, -1L)); // half in the next one
        Mutator.current().nextChunk();
        refused(Segment.OBJECTS + Segment.header(Layout.HEADER_OBJECTS_BYTES) - 16, 1); // no object
        long list = ((Shared) SharedList.create()).address();
        refused(() -> Memory.putLong(list + Layout.CONTAINER_BYTES - 4, 0));
    }

    private static void largeObjects() {
        SharedList<Object> numbers =
                SharedMemory.copyIn(LongStream.range(0, 100_000).boxed().toList());
        long array = Parts.part(Memory.getLong(((Shared) numbers).address() + Layout.CONTAINER_HEAD));
        long end = array + Sizes.ofSlots(100_000);
        Memory.putLong(array + Layout.OBJECT_HEADER_BYTES + 8 * 99_999L, -1);
        check(numbers.get(99_999).equals(-1L));
        refused(end, 1);
        refused(() -> Memory.putLong(end - 4, -1L)); // half in it
    }

    private static void blocks() {
        Block block = Block.allocate(Mutator.current(), 64);
        block.putLong(56, 0);
        refused(() -> Memory.putLong(block.address() + 60, 0)); // beyond its end
        CompletableFuture.runAsync(() -> refused(() -> Memory.putLong(block.address(), 1)))
                .join(); // not that thread's
        block.putInt(Layout.OBJECT_SHAPE, Segment.SHAPE_BOX_INTEGER); // of which an object has 32 bytes
        refused(() -> Heap.publish(Mutator.current(), block.address()));
        check(Memory.getByte(Segment.markAddress(Segment.reference(block.address()))) == 0);
        Block right = Block.allocate(Mutator.current(), Sizes.ofSlots(1));
        right.putInt(Layout.OBJECT_SHAPE, Segment.SHAPE_BOX_INTEGER);
        Heap.publish(Mutator.current(), right.address());
    }

    private static void otherWords() {
        long granuleOfNothing = Segment.MARKS_BIAS
                + (Segment.reference(Segment.OBJECTS + Segment.header(Layout.HEADER_OBJECTS_BYTES)) - 16
                        >>> Layout.GRANULE_SHIFT);
        refused(() -> Memory.putByteRelease(granuleOfNothing, (byte) 1));
        refused(Segment.BASE + Layout.HEADER_OBJECTS_BYTES, 1);
        refused(Segment.CLASSES, 1); // a shape
        refused(Segment.BASE + Segment.header(Layout.HEADER_REGIONS_OFFSET), 1);
        long unused = Segment.BASE
                + Segment.header(Layout.HEADER_SLOTS_OFFSET)
                + (long) (Layout.SLOT_MAX - 1) * Layout.SLOT_BYTES;
        refused(unused, 1);
        refused(
                Segment.BASE
                        + Segment.header(Layout.HEADER_CHUNK_ENTRIES_OFFSET)
                        + 4L * (Layout.CHUNK_MAX - 1) * Layout.CHUNK_ENTRIES,
                1);
        long entity = Segment.ofGranules(Entities.name("some name"));
        refused(entity + Layout.ENTITY_VALUE, 1);
        refused(entity + Layout.ENTITY_NAME, 1);
        MemorySegment own = java.lang.foreign.Arena.global().allocate(16, 8);
        refused(own.address(), 1);
        SharedMemory.repository("a repository").set(1L);
    }
}
