// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.heap.WholeHeap;
import colors.support.WithDaemon;
import company.shareable.Forms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Constructors of shared objects: straight ones, which the agent runs with the fields in variables, and the others give
 * what they give private ones. Runs under the agent.
 */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentConstructorsTest {
    private static final String LONG =
            "a text that is too long for a word, and has a letter that Latin-1 lacks: \u0416";

    private static String result(Supplier<?> make) {
        try {
            return String.valueOf(make.get());
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    private static void same(Supplier<?> make) {
        String expected = result(make);
        for (int i = 0; i < 3; i++) {
            assertEquals(expected, SharedMemory.construct(() -> result(make)));
        }
    }

    private static long straightOf(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.getName().equals("$colors$straight"))
                .count();
    }

    @Test
    void theStraightOnesAreKnown() {
        assertEquals(
                List.of(1L, 1L, 1L, 2L, 1L),
                List.of(
                        straightOf(Forms.Kinds.class),
                        straightOf(Forms.Branches.class),
                        straightOf(Forms.Early.class),
                        straightOf(Forms.Copied.class),
                        straightOf(Forms.Delegating.class)));
        assertEquals(
                List.of(0L, 0L, 0L, 0L, 0L, 0L),
                List.of(
                        straightOf(Forms.Seen.class),
                        straightOf(Forms.Calls.class),
                        straightOf(Forms.Below.class),
                        straightOf(Forms.Caught.class),
                        straightOf(Forms.Captured.class),
                        straightOf(Forms.Parity.class)));
    }

    @Test
    void allGiveWhatTheyGivePrivately() {
        for (int seed : new int[] {0, 1, -1, 7, 127, 128, -129, 40000, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            for (String text : new String[] {null, "", "seven77", "eight888", LONG, "\ud800", "\0"}) {
                same(() -> new Forms.Kinds(seed, text, new Forms.Kinds(seed + 1, "inner", null)));
            }
            same(() -> new Forms.Early(seed));
            same(() -> new Forms.Parity(seed));
            same(() -> new Forms.Calls(seed));
        }
        for (int value : new int[] {0, 5, -5, 101}) {
            same(() -> new Forms.Branches(null, value));
            same(() -> new Forms.Branches("", value));
            same(() -> new Forms.Branches("Ada", value));
        }
        same(() -> new Forms.Copied(new Forms.Copied(new Forms.Copied(1, "ab", 3L))));
        same(() -> new Forms.Copied(2, LONG, LONG));
        same(() -> new Forms.Copied(3, "x", new Forms.Copied(4, "y", null)));
        same(() -> new Forms.Delegating());
        same(() -> new Forms.Below("four"));
        same(() -> new Forms.Captured(4));
        same(() -> new Forms.Seen(4));
        same(() -> new Forms.Caught(() -> "got"));
        same(() -> new Forms.Caught(() -> {
            throw new IllegalStateException("it");
        }));
    }

    @Test
    void eachRunsOnce() {
        int before = Forms.count;
        SharedMemory.construct(() -> new Forms.Branches("once", 1));
        assertEquals(before + 1, Forms.count);
        assertThrows(
                IllegalArgumentException.class, () -> SharedMemory.construct(() -> new Forms.Branches("throws", 200)));
        assertEquals(before + 2, Forms.count);
    }

    @Test
    void privateObjectsAreRefused() {
        Forms.Kinds outside = new Forms.Kinds(1, "private", null);
        SharedMemoryException thrown = assertThrows(
                SharedMemoryException.class, () -> SharedMemory.construct(() -> new Forms.Kinds(2, "shared", outside)));
        assertEquals(Reason.ARGUMENT, thrown.reason(), thrown.getMessage());
        assertThrows(
                SharedMemoryException.class,
                () -> SharedMemory.construct(() -> new Forms.Copied(1, "x", new Object())));
    }

    /** While cycles run, of threads that make graphs of them with new strings, and drop most. */
    @Test
    void manyThreadsMakeThem() throws InterruptedException {
        long seed = System.nanoTime();
        System.out.println("  manyThreadsMakeThem: SEED=" + seed);
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Random random = new Random(seed + i);
            threads.add(
                    (i % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual()).start(() -> makeMany(random, failures)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), failures);
        WholeHeap.validate();
    }

    private static void makeMany(Random random, List<Throwable> failures) {
        try (var _ = SharedMemory.sharedMode()) {
            Forms.Kinds[] kept = new Forms.Kinds[64];
            String[] expected = new String[kept.length];
            for (int i = 0; i < 30_000; i++) {
                int place = random.nextInt(kept.length);
                int seed = random.nextInt();
                String text = random.nextInt(4) == 0
                        ? null
                        : "text " + random.nextInt(random.nextBoolean() ? 9 : 1_000_000_000);
                Forms.Kinds next = random.nextInt(3) == 0 ? null : new Forms.Kinds(seed + 1, "next of " + text, null);
                kept[place] = new Forms.Kinds(seed, text, next);
                expected[place] = text + (next == null ? "" : " < next of " + text);
                int other = random.nextInt(kept.length);
                if (kept[other] != null) {
                    assertEquals(
                            expected[other],
                            kept[other].text + (kept[other].next == null ? "" : " < " + kept[other].next.text));
                }
                if (i % 5000 == 0) {
                    SharedMemory.collect();
                }
            }
        } catch (Throwable e) {
            synchronized (failures) {
                failures.add(e);
            }
        }
    }
}
