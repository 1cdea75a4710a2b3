// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.support.Child;
import colors.support.Daemon;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process with a large private heap, in which System.gc would stop everything for seconds. */
class LargePrivateHeapTest {
    private static final int OBJECTS = 12_000_000; // 576 MB, several times the segment
    private static final int MANY = 1000; // kept for so long that they become old
    private static final int FEW = 100;

    private static final int PRIVATE = 6_000_000; // 150 MB and more, of which System.gc looks at each
    private static final int MOST_OF_256_MB = 5_000_000; // private objects, with ZGC, whose references have 64 bits
    private static final int MOST_WHOLE = 10; // the segment is filled nine times: twelve, where no young one was tried

    static class Node {
        long number;
        Node next;
    }

    /** Makes objects and drops them, but a window of some; beside as many private ones as it is told. */
    public static final class Program {
        public static void main(String[] arguments) {
            SharedClass<Node> type = SharedClass.of(Node.class);
            Field.OfLong<Node> number = type.longField("number");
            int kept = Integer.parseInt(arguments[0]);
            Ref<?>[] window = new Ref<?>[kept];
            Node[] others = new Node[arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0];
            Arrays.setAll(others, i -> new Node());
            for (int i = 0; i < OBJECTS; i++) {
                Ref<Node> node = type.allocate();
                number.set(node, i);
                if (i % 100 == 0) {
                    window[i / 100 % kept] = node;
                }
            }
            for (int i = 0; i < kept; i++) {
                if (number.get(window[i].as(Node.class)) / 100 % kept != i) {
                    throw new AssertionError(i);
                }
            }
            Reference.reachabilityFence(others);
            System.out.println("good");
        }
    }

    /** Makes objects until there is no memory for more. */
    public static final class Filler {
        public static void main(String[] arguments) {
            SharedClass<Node> type = SharedClass.of(Node.class);
            try {
                while (true) {
                    type.allocate();
                }
            } catch (SharedMemoryException e) {
                System.out.println(e.reason() + " " + new byte[20_000_000].length);
            }
        }
    }

    /** Nothing finds dead wrappers there; what looks for them leaves the program some heap. */
    @Test
    void aJvmThatCollectsNothingGoesOn() throws Exception {
        try (Daemon daemon = Daemon.start("--objects", "2M")) {
            Child.Result result = Child.run(
                    daemon.segment(),
                    Filler.class,
                    List.of("-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC", "-Xmx400m"));
            assertTrue(result.output().equals("MEMORY 20000000"), result.output());
        }
    }

    /** As many programs run: then young collections are all that finds dead wrappers, but for those that became old. */
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseZGC"})
    void theyAreWhereSystemGcIsDisabled(String collector) throws Exception {
        runWithoutSystemGc(collector, FEW);
    }

    /** Where most of the heap is alive such a collector does nothing as long as nobody allocates. */
    @Test
    void theyAreWhereAConcurrentCollectorHasLittleRoom() throws Exception {
        runWithoutSystemGc("-XX:+UseZGC", FEW, MOST_OF_256_MB);
    }

    private static void runWithoutSystemGc(String collector, Integer... arguments) throws Exception {
        try (Daemon daemon = Daemon.start("--objects", "64M")) {
            Child.Result result = Child.run(
                    daemon.segment(),
                    Program.class,
                    List.of(collector, "-Xmx256m", "-XX:+DisableExplicitGC"),
                    Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new));
            assertTrue(result.output().equals("good"), result.output());
        }
    }

    @Test
    void deadWrappersAreFoundByYoungCollectionsWhereMuchIsAlive() throws Exception {
        String output = run(PRIVATE);
        assertTrue(output.contains("good") && count(output, "Pause Young") > 0, output);
        // several are on a busy machine, where a young one took long by chance
        assertTrue(count(output, "Pause Full") < MOST_WHOLE, output);
    }

    /** Filling a young generation of some hundred MB takes longer than System.gc where little is alive. */
    @Test
    void deadWrappersAreFoundBySystemGcWhereLittleIsAlive() throws Exception {
        String output = run(0);
        assertTrue(output.contains("good"), output);
        assertTrue(count(output, "Pause Full") > 1, output);
    }

    private static String run(int others) throws Exception {
        try (Daemon daemon = Daemon.start("--objects", "64M")) {
            return Child.run(
                            daemon.segment(),
                            Program.class,
                            List.of("-XX:+UseG1GC", "-Xms1100m", "-Xmx1100m", "-Xlog:gc"),
                            String.valueOf(MANY),
                            String.valueOf(others))
                    .output();
        }
    }

    private static long count(String output, String event) {
        return output.lines().filter(line -> line.contains(event)).count();
    }
}
