// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What {@link RecentReferences} gives for a reference and a count is what was added with both, or nothing. */
class RecentTableTest {
    private static final int STRINGS = 256;
    private static final int THREADS = 4;
    private static final int ROUNDS = 300_000;
    private static final int SWEEPS = 50;
    private static final int RACERS = 4;
    private static final int RACES = 200;
    private static final int PLACES = 4096;

    private static String text(long reference, int sweeps) {
        return "string " + reference + " of " + sweeps;
    }

    private static void addTwice(RecentReferences<String> table, long reference, int sweeps) {
        table.add(reference, sweeps, text(reference, sweeps));
        table.add(reference, sweeps, text(reference, sweeps));
    }

    private static int found(RecentReferences<String> table, int count, int stride, int sweeps) {
        int found = 0;
        for (long i = 1; i <= count; i++) {
            String text = table.find(i * stride, sweeps);
            if (text != null) {
                assertEquals(text(i * stride, sweeps), text);
                found++;
            }
        }
        return found;
    }

    @Test
    void whatIsAddedTwiceIsFoundAtThatCount() {
        RecentReferences<String> table = new RecentReferences<>();
        table.add(48, 7, text(48, 7));
        assertNull(table.find(48, 7));
        table.add(48, 7, text(48, 7));
        assertEquals(text(48, 7), table.find(48, 7));
        assertNull(table.find(48, 6));
        assertNull(table.find(48, 8));
        assertNull(table.find(64, 7));
    }

    /** A count that passes 2^31 - 1 is the next one, too. */
    @Test
    void whatANewerCountBroughtStays() {
        RecentReferences<String> table = new RecentReferences<>();
        addTwice(table, 48, Integer.MAX_VALUE - 1);
        addTwice(table, 48, Integer.MAX_VALUE);
        addTwice(table, 48, Integer.MIN_VALUE);
        assertNull(table.find(48, Integer.MAX_VALUE));
        assertEquals(text(48, Integer.MIN_VALUE), table.find(48, Integer.MIN_VALUE));
        addTwice(table, 48, Integer.MAX_VALUE);
        assertNull(table.find(48, Integer.MAX_VALUE));
        assertEquals(text(48, Integer.MIN_VALUE), table.find(48, Integer.MIN_VALUE));
    }

    /** However far apart they are: strides of a power of two are what objects of one size have. */
    @Test
    void someHundredAreMostlyFound() {
        for (int stride = 16; stride <= 1 << 16; stride += stride < 256 ? 16 : stride) {
            RecentReferences<String> table = new RecentReferences<>();
            for (long i = 1; i <= STRINGS; i++) {
                addTwice(table, i * stride, 1);
            }
            assertTrue(found(table, STRINGS, stride, 1) > STRINGS * 9 / 10, "stride " + stride);
        }
    }

    /** More than there is room for: those of now have it in time. */
    @Test
    void aFullOneBeginsAnew() {
        RecentReferences<String> table = new RecentReferences<>();
        for (long i = 1; i <= 10_000; i++) {
            addTwice(table, i * 32, 1);
        }
        long late = 64L << 20;
        for (int i = 0; table.find(late, 1) == null; i++) {
            assertTrue(i < 100_000, "never found");
            addTwice(table, late, 1);
        }
        assertNotNull(table.find(late, 1));
        assertTrue(found(table, 10_000, 32, 1) < 10_000);
    }

    /** Each thread has a reference for each place, and all of them are at the same place at about the same time. */
    @Test
    void threadsThatWantOnePlaceFillItOnce() throws Exception {
        long[][] references = referencesOfEachPlace();
        for (int round = 0; round < RACES; round++) {
            RecentReferences<String> table = new RecentReferences<>();
            CyclicBarrier start = new CyclicBarrier(RACERS);
            List<Callable<Void>> racers = new ArrayList<>();
            for (int racer = 0; racer < RACERS; racer++) {
                long[] own = references[racer];
                racers.add(() -> {
                    start.await();
                    for (long reference : own) {
                        addTwice(table, reference, 0);
                    }
                    return null;
                });
            }
            runAll(racers);
            for (long[] own : references) {
                for (long reference : own) {
                    String text = table.find(reference, 0);
                    assertTrue(text == null || text.equals(text(reference, 0)), text);
                }
            }
        }
    }

    /** For each racer one reference of each place, none of them twice. */
    private static long[][] referencesOfEachPlace() {
        List<List<Long>> byPlace = new ArrayList<>();
        for (int place = 0; place < PLACES; place++) {
            byPlace.add(new ArrayList<>());
        }
        for (int granule = 1; granule < 16 * PLACES; granule++) {
            byPlace.get(RecentReferences.index(granule)).add(16L * granule);
        }
        long[][] references = new long[RACERS][];
        for (int racer = 0; racer < RACERS; racer++) {
            int which = racer;
            references[racer] = byPlace.stream()
                    .filter(some -> some.size() >= RACERS)
                    .mapToLong(some -> some.get(which))
                    .toArray();
        }
        assertTrue(references[0].length > PLACES / 2, "few places have a reference for each");
        return references;
    }

    private static <T> List<T> runAll(List<Callable<T>> callables) throws Exception {
        List<T> results = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(callables.size())) {
            for (Future<T> future : executor.invokeAll(callables)) {
                results.add(future.get());
            }
        }
        return results;
    }

    @Test
    void threadsGetTheirOwn() throws Exception {
        long seed = System.nanoTime();
        System.out.println("SEED=" + seed);
        RecentReferences<String> table = new RecentReferences<>();
        List<Callable<Integer>> threads = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Random random = new Random(seed + thread);
            threads.add(() -> {
                int found = 0;
                for (int i = 0; i < ROUNDS; i++) {
                    int sweeps = i / (ROUNDS / SWEEPS);
                    long reference = 16L * (1 + random.nextInt(20_000));
                    String text = table.find(reference, sweeps);
                    if (text == null) {
                        table.add(reference, sweeps, text(reference, sweeps));
                    } else {
                        assertEquals(text(reference, sweeps), text);
                        found++;
                    }
                }
                return found;
            });
        }
        int found = runAll(threads).stream().mapToInt(Integer::intValue).sum();
        assertTrue(found > 0, "nothing was found");
    }
}
