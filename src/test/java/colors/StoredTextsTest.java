// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.heap.Strings;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.support.Child;
import colors.support.Daemon;
import colors.support.WithDaemon;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Strings that are stored again and again are what was stored, whatever was collected meanwhile. */
@ExtendWith(WithDaemon.class)
class StoredTextsTest {
    private static final int THREADS = 4;
    private static final long MOST_NS = 60_000_000_000L;

    /** Texts that begin so, whose hashes are spread over all places of the table. */
    private static List<String> texts(String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> name + " " + Long.toHexString((i + 1) * 0x9E3779B97F4A7C15L))
                .toList();
    }

    static final class StoresThenFills {
        public static void main(String[] arguments) {
            for (String text : texts("a text of some length that is stored twice", 4000)) {
                SharedMemory.copyIn(List.of(text));
                SharedMemory.copyIn(List.of(text));
            }
            SharedMemory.copyIn(new long[1_000_000 / Long.BYTES]);
            System.out.println("good");
        }
    }

    /** One of many that fill the memory. */
    @SharedName("test.stored.Cell")
    public interface Cell {
        Cell next();

        void next(Cell next);

        String name();

        void name(String name);
    }

    static final class StoresInHoles {
        private static Cell fill() {
            Cell first = null;
            try {
                while (true) {
                    Cell made = SharedMemory.allocate(Cell.class);
                    made.next(first);
                    first = made;
                }
            } catch (OutOfSharedMemoryException e) {
                return first;
            }
        }

        private static int pressure() {
            return Memory.getIntOpaque(Segment.BASE + Layout.HEADER_PRESSURE);
        }

        /** Two of three cells go, and no region becomes empty. */
        public static void main(String[] arguments) throws Exception {
            Cell first = fill();
            for (Cell cell = first;
                    cell != null && cell.next() != null && cell.next().next() != null; ) {
                cell.next(cell.next().next().next());
                cell = cell.next();
            }
            System.gc();
            SharedMemory.collect();
            SharedMemory.collect();
            int before = pressure();
            for (int i = 0; i < 2000; i++) {
                first.name("a street");
            }
            System.out.println(pressure() == before ? "good" : "who stored a text waited for memory");
        }
    }

    /** Each as an element's value, and in a copy. */
    private static void storeAndCheck(List<String> texts) {
        SharedList<Object> stored = SharedList.create();
        texts.forEach(stored::add);
        SharedList<Object> copied = SharedMemory.copyIn(texts);
        for (int i = 0; i < texts.size(); i++) {
            assertEquals(texts.get(i), stored.get(i));
            assertEquals(texts.get(i), copied.get(i));
        }
    }

    /** Garbage in the place of what was freed. */
    private static void collect() {
        System.gc();
        SharedMemory.collect();
        SharedMemory.collect();
        storeAndCheck(texts("garbage " + System.nanoTime(), 5000));
    }

    /**
     * A text that is the same string from its second time on. The first that begins so may not be: another one may have
     * its place in the table, which is made anew when that happens often. None is for some seconds after memory was
     * short, as other tests want it to be.
     */
    private static String keptText(String name) {
        Mutator mutator = Mutator.current();
        long end = System.nanoTime() + MOST_NS;
        for (int i = 0; System.nanoTime() < end; i++) {
            String text = name + " " + i;
            long first = Strings.wordOf(mutator, text);
            long second = Strings.wordOf(mutator, text);
            if (second == Strings.wordOf(mutator, text)) {
                assertNotEquals(first, second);
                assertEquals(second, Strings.wordOf(mutator, new StringBuilder(text).toString()));
                assertEquals(text, Strings.read(Segment.address(second)));
                return text;
            }
        }
        throw new AssertionError("no text was kept");
    }

    @Test
    void fromTheSecondTimeOnItIsTheSame() {
        keptText("the name of a street");
    }

    /** Of one hash, of another encoding, and too long to be kept. */
    @Test
    void alikeOnesAreToldApart() {
        List<String> texts =
                new ArrayList<>(List.of("12345678", "12345678\0", "12345678\0\0", "ééééééééé", "éééééééé\u0101"));
        for (int i = 0; i < 256; i++) {
            StringBuilder text = new StringBuilder();
            for (int bit = 0; bit < 8; bit++) {
                text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            texts.add(text.toString());
        }
        texts.addAll(List.of("x".repeat(96), "x".repeat(97), "\u0101".repeat(96), "\u0101".repeat(97)));
        for (int round = 0; round < 4; round++) {
            storeAndCheck(texts);
            for (String text : texts) {
                storeAndCheck(List.of(text, text, text));
            }
        }
    }

    @Test
    void theyLiveThoughNobodyHasThem() {
        List<String> texts = texts("kept", 3000);
        for (int round = 0; round < 4; round++) {
            storeAndCheck(texts);
            storeAndCheck(texts);
            collect();
        }
    }

    /**
     * What a thread found without a log entry lives as long as the chunk that the thread has then, though others let
     * the table go.
     */
    @Test
    void whatWasFoundLivesAsLongAsTheChunk() throws Exception {
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            List<String> kept = other.submit(() -> List.of(keptText("found first"), keptText("found second")))
                    .get();
            Mutator mutator = Mutator.current();
            Strings.wordOf(mutator, kept.getFirst()); // logged; from now on the chunk keeps the table
            RootChunk chunk = mutator.wrapperChunk();
            long found = Strings.wordOf(mutator, kept.getLast());
            assertSame(chunk, mutator.wrapperChunk());
            other.submit(() -> letTableGo(kept.getLast(), found)).get();
            // not assertEquals: what is not a text cannot be reported
            assertTrue(kept.getLast().equals(Strings.read(Segment.address(found))), "another string is there");
            Reference.reachabilityFence(chunk);
        }
    }

    /** Until that text is not stored as that string any more; then there is garbage in the place of what was freed. */
    private static void letTableGo(String text, long word) {
        long end = System.nanoTime() + MOST_NS;
        for (int i = 0; Strings.wordOf(Mutator.current(), text) == word; i++) {
            assertTrue(System.nanoTime() < end, "the table stays");
            List<String> others = texts("other " + i, 20_000);
            storeAndCheck(others);
            storeAndCheck(others);
        }
        for (int i = 0; i < 3; i++) {
            collect();
        }
    }

    /** More than the table has room for: there is another one in time. */
    @Test
    void manyOthers() {
        for (int round = 0; round < 4; round++) {
            List<String> texts = texts("round " + round, 20_000);
            storeAndCheck(texts);
            storeAndCheck(texts);
            collect();
            keptText("after round " + round);
        }
    }

    /** What nobody has is no reason for want of memory: not even the parts of a large array's place. */
    @Test
    void theyAreGivenUpWhenMemoryIsShort() throws Exception {
        try (Daemon daemon = Daemon.start("--objects", "2M")) {
            Process process = Child.start(daemon.segment(), StoresThenFills.class, List.of());
            assertEquals("good", process.inputReader().readLine());
            process.waitFor();
        }
    }

    /** A table that is there to be faster is no reason to wait for memory, and to have all processes look for some. */
    @Test
    void noTableWaitsForMemory() throws Exception {
        try (Daemon daemon = Daemon.start("--objects", "2M")) {
            Process process = Child.start(daemon.segment(), StoresInHoles.class, List.of());
            assertEquals("good", process.inputReader().readLine());
            process.waitFor();
        }
    }

    @Test
    void threadsStoreWhileOthersCollect() throws Exception {
        List<String> texts = texts("shared", 6000);
        long seed = System.nanoTime();
        System.out.println("SEED=" + seed);
        Callable<Void> stores = () -> {
            Random random = new Random(seed + Thread.currentThread().threadId());
            for (int round = 0; round < 20; round++) {
                storeAndCheck(
                        random.ints(3000, 0, texts.size()).mapToObj(texts::get).toList());
            }
            return null;
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<Void>> futures = IntStream.range(0, THREADS)
                    .mapToObj(i -> threads.submit(stores))
                    .toList();
            while (!futures.stream().allMatch(Future::isDone)) {
                collect();
            }
            for (Future<Void> future : futures) {
                future.get();
            }
        }
    }
}
