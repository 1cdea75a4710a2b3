// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.memory.SegmentStatus;
import colors.support.WithDaemon;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(WithDaemon.class)
class RootLogTest {
    private static final int OBJECTS = 200_000;
    private static final long PATIENCE_NS = 120_000_000_000L;

    static class Item {
        int value;
        Item next;
    }

    private static int chunks() {
        return SegmentStatus.read().vms().stream()
                .filter(vm -> vm.pid() == ProcessHandle.current().pid())
                .findFirst()
                .orElseThrow()
                .chunks();
    }

    @Test
    void chunksAreHeldWithTheirWrappersAndFreedAfterThem() throws InterruptedException {
        SharedClass<Item> item = SharedClass.of(Item.class);
        List<Ref<?>> held = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            held.add(item.allocate());
        }
        int with = chunks();
        assertTrue(with >= OBJECTS / 2048, "held " + with);
        assertEquals(OBJECTS, held.size());
        held = null;
        awaitAtMost(with / 4);
    }

    @Test
    void chunksThatLibcolorsTookForAnEvolutionAreFreedToo() throws InterruptedException {
        int before = chunks(); // of other threads of this process, too
        evolve(SharedClass.of(Item.class));
        awaitAtMost(before + 10);
    }

    /**
     * A frame of its own: the interpreter would hold the array in the for loop's hidden variable until its method
     * returns.
     */
    private static void evolve(SharedClass<Item> item) {
        Ref<?>[] held = new Ref<?>[OBJECTS / 2];
        for (int i = 0; i < held.length; i++) {
            held[i] = item.allocate();
        }
        for (Ref<?> object : held) {
            object.set("added", 1); // libcolors logs the extension block
        }
    }

    private static void awaitAtMost(int wanted) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NS;
        while (chunks() > wanted && System.nanoTime() < deadline) {
            System.gc();
            Thread.sleep(20);
        }
        assertTrue(chunks() <= wanted, chunks() + " chunks are still held");
    }

    private static final int LARGE_BYTES = 1_000_000;

    private static SharedBinary large() {
        return SharedMemory.copyIn(new byte[LARGE_BYTES]);
    }

    /** Twice what the heap holds, each gone before the next comes; this thread allocates nothing. */
    @Test
    void aThreadThatOnlyReadsKeepsWhatItDroppedNotAlive() throws Exception {
        SharedMap<Object, Object> map = SharedMap.create();
        try (ExecutorService maker = Executors.newSingleThreadExecutor()) {
            for (int i = 0; i < 1000; i++) {
                maker.submit(() -> map.put("large", large())).get();
                assertEquals(LARGE_BYTES, ((SharedBinary) map.get("large")).size());
                map.remove("large");
            }
        }
    }

    /** Twelve threads have read 40 MB each, and wait: a chunk of theirs keeps one or two. */
    @Test
    void idleThreadsKeepLittleAlive() throws Exception {
        SharedMap<Object, Object> map = SharedMap.create();
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> idle = new ArrayList<>();
        for (int t = 0; t < 12; t++) {
            for (int i = 0; i < 40; i++) {
                map.put(i, large());
            }
            CountDownLatch read = new CountDownLatch(1);
            idle.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 40; i++) {
                    assertEquals(LARGE_BYTES, ((SharedBinary) map.get(i)).size());
                }
                read.countDown();
                await(end);
            }));
            read.await();
            map.clear();
        }
        awaitLive(100 << 20);
        end.countDown();
        for (Thread thread : idle) {
            thread.join();
        }
    }

    static class Board {
        Board left;
        Board right;
        Object large;
        int value;
    }

    private static final SharedClass<Board> BOARD = SharedClass.of(Board.class);
    private static final Field.OfRef<Board, Board> LEFT = BOARD.refField("left", Board.class);
    private static final Field.OfRef<Board, Board> RIGHT = BOARD.refField("right", Board.class);
    private static final Field<Board, Object> LARGE = BOARD.field("large", Object.class);
    private static final Field.OfInt<Board> VALUE = BOARD.intField("value");

    @Test
    void whoReadsOnWhatOthersMadeKeepsNothingLargeAlive() throws InterruptedException {
        readOnAfterLarge(false);
    }

    /** What lies in the range of the current chunk needs no entry, and an entry is what retires a chunk. */
    @Test
    void whoReadsOnWhatItMadeKeepsNothingLargeAlive() throws InterruptedException {
        readOnAfterLarge(true);
    }

    private static void fill(Ref<?> root) {
        BOARD.allocate(); // what begins a region may be large, and is logged another way
        LEFT.set(root.as(Board.class), BOARD.allocate());
        RIGHT.set(root.as(Board.class), BOARD.allocate());
    }

    /** A thread that sees 120 MB, and then reads small objects for ever. */
    private static void readOnAfterLarge(boolean own) throws InterruptedException {
        Ref<Board> root = BOARD.allocate();
        Thread maker = Thread.ofPlatform().start(() -> {
            LARGE.set(root, SharedMemory.copyIn(new byte[120 << 20]));
            fill(root);
        });
        maker.join();
        CountDownLatch read = new CountDownLatch(1);
        AtomicBoolean stop = new AtomicBoolean();
        Thread reader = Thread.ofPlatform().start(() -> {
            if (own) {
                fill(root);
            }
            assertEquals(120 << 20, ((SharedBinary) LARGE.get(root)).size());
            while (!stop.get()) {
                assertEquals(0, VALUE.get(LEFT.get(root)) + VALUE.get(RIGHT.get(root)));
                read.countDown();
            }
        });
        read.await();
        LARGE.set(root, null);
        try {
            awaitLive(100 << 20);
        } finally {
            stop.set(true);
            reader.join();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitLive(long wanted) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NS;
        long live;
        do {
            System.gc();
            Thread.sleep(200); // the thread that frees chunks
            SharedMemory.collect();
            live = SegmentStatus.read().collector().recent().getLast().markedBytes();
        } while (live > wanted && System.nanoTime() < deadline);
        assertTrue(live <= wanted, live + " bytes are live");
    }

    @Test
    void repeatedLoadsOfTheSameObjectsTakeNoChunks() {
        SharedClass<Item> item = SharedClass.of(Item.class);
        Field.OfRef<Item, Item> next = item.refField("next", Item.class);
        Ref<Item> first = item.allocate();
        Ref<?> last = first;
        for (int i = 0; i < 100; i++) {
            Ref<Item> added = item.allocate();
            next.set(last.as(Item.class), added);
            last = added;
        }
        next.set(last.as(Item.class), first);
        Ref<?> at = first;
        for (int i = 0; i < 200; i++) {
            at = next.get(at.as(Item.class));
        }
        int before = chunks();
        for (int i = 0; i < 1_000_000; i++) {
            at = next.get(at.as(Item.class));
        }
        assertTrue(chunks() <= before + 2, before + " chunks became " + chunks());
    }

    @Test
    void threadsThatEndGiveTheirSlotsBack() throws InterruptedException {
        SharedClass<Item> item = SharedClass.of(Item.class);
        Field.OfInt<Item> value = item.intField("value");
        for (int round = 0; round < 300; round++) { // 30 threads each: more than the segment has slots
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 30; t++) {
                threads.add(Thread.ofPlatform().start(() -> value.set(item.allocate(), 1)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
