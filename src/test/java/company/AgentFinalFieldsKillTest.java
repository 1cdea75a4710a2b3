// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;

import colors.Repository;
import colors.SharedMemory;
import colors.heap.WholeHeap;
import colors.support.Child;
import colors.support.WithDaemon;
import company.shareable.Link;
import java.io.BufferedReader;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Chains of final fields are made, walked, kept and dropped by processes of which one is killed again and again, while
 * cycles follow each other.
 */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentFinalFieldsKillTest {
    private static final int KILLS = 10;
    private static final int MOST_MS = 500;
    private static final String NAME = "final.kill";

    /** Makes chains, and keeps links of other ones, of which it lets go the holders. */
    public static final class Walker {
        private static final int REPOSITORIES = 16;
        private static final int THREADS = 3;
        private static final int LONGEST = 8;
        private static final int KEPT = 500;

        private final Random random;
        private final Link[] kept = new Link[KEPT];
        private long steps;

        private Walker(long seed) {
            random = new Random(seed);
        }

        private static Repository<Object> repository(int number) {
            return SharedMemory.repository(NAME + "." + number);
        }

        private static Link chain(int number, int length) {
            return length == 0
                    ? null
                    : new Link(
                            chain(number + 1, length - 1),
                            "the text of link " + number,
                            number % 2 == 0 ? "any " + number : null,
                            number);
        }

        private static String expected(Link link) {
            return "the text of link " + link.number + " " + (link.number % 2 == 0 ? "any " + link.number : null) + " "
                    + link.number + " " + link.number + " 2";
        }

        private static void check(Link link) {
            String all = link.all();
            if (!all.equals(expected(link)) && !all.startsWith(expected(link) + ", ")) {
                throw new AssertionError("link " + link.number + ": " + all);
            }
        }

        private void step() {
            int number = random.nextInt(1 << 20);
            if (random.nextInt(3) == 0) {
                repository(random.nextInt(REPOSITORIES))
                        .set(SharedMemory.construct(() -> chain(number, 1 + number % LONGEST)));
            }
            Link link = random.nextBoolean() ? kept[random.nextInt(KEPT)] : null; // in another chunk than the thread's
            if (link == null) {
                link = (Link) repository(random.nextInt(REPOSITORIES)).get();
            }
            for (int i = random.nextInt(LONGEST); i > 0 && link != null && link.next != null; i--) {
                link = link.next;
            }
            int place = random.nextInt(KEPT);
            if (kept[place] != null) {
                check(kept[place]);
            }
            kept[place] = link;
            steps++;
        }

        private void run(Repository<Object> stop) {
            try {
                while (!Boolean.TRUE.equals(stop.get())) {
                    step();
                }
                for (Link link : kept) {
                    if (link != null) {
                        check(link);
                    }
                }
                System.out.println("steps " + steps);
            } catch (Throwable e) {
                System.out.println("error " + e + " at " + e.getStackTrace()[0]);
            }
        }

        public static void main(String[] arguments) throws InterruptedException {
            Repository<Object> stop = SharedMemory.repository(NAME + ".stop");
            System.out.println("ready");
            for (int i = 0; i < THREADS; i++) {
                long seed = Long.parseLong(arguments[0]) + i;
                Thread.ofPlatform().start(() -> new Walker(seed).run(stop));
            }
        }
    }

    private static Process start(long seed) throws Exception {
        Process walker = Child.start(
                System.getProperty("colors.segment"),
                Walker.class,
                List.of(
                        "-Xverify:all",
                        "-javaagent:" + System.getProperty("basedir")
                                + "/target/colors-runtime.jar=share=company.shareable.*"),
                String.valueOf(seed));
        assertEquals("ready", walker.inputReader().readLine());
        return walker;
    }

    private static void end(Process walker) throws Exception {
        try (BufferedReader output = walker.inputReader()) {
            List<String> lines = output.lines().toList();
            System.out.println(lines);
            assertEquals(
                    Walker.THREADS,
                    lines.stream().filter(line -> line.startsWith("steps ")).count(),
                    lines::toString);
        }
        assertEquals(0, walker.waitFor());
    }

    @Test
    @Timeout(240)
    void nothingThatIsKeptIsLost() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        SharedMemory.repository(NAME + ".stop").set(false);
        Process survivor = start(seed);
        Process victim = start(seed + 100);
        for (int i = 0; i < KILLS; i++) {
            for (long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextInt(MOST_MS));
                    System.nanoTime() - until < 0; ) {
                SharedMemory.collect();
            }
            victim.destroyForcibly().waitFor();
            victim = start(seed + 101 + i);
        }
        SharedMemory.repository(NAME + ".stop").set(true);
        end(survivor);
        end(victim);
        WholeHeap.validate();
    }
}
