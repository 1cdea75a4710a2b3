// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.support.Child;
import colors.support.Daemon;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process with a large private heap, in which System.gc would stop everything for seconds. */
class LargePrivateHeapTest {
    private static final int OBJECTS = 12_000_000; // 576 MB, several times the segment
    private static final int MANY = 10_000; // kept for so long that they become old
    private static final int FEW = 100;

    private static final int MOST_WHOLE = 4; // the segment is filled nine times

    static class Node {
        long number;
        Node next;
    }

    /** Makes objects and drops them, but a window of some. */
    public static final class Program {
        public static void main(String[] arguments) {
            SharedClass<Node> type = SharedClass.of(Node.class);
            LongField number = type.longField("number");
            int kept = Integer.parseInt(arguments[0]);
            SharedObject[] window = new SharedObject[kept];
            for (int i = 0; i < OBJECTS; i++) {
                SharedObject node = type.allocate();
                number.set(node, i);
                if (i % 100 == 0) {
                    window[i / 100 % kept] = node;
                }
            }
            for (int i = 0; i < kept; i++) {
                if (number.get(window[i]) / 100 % kept != i) {
                    throw new AssertionError(i);
                }
            }
            System.out.println("good");
        }
    }

    /** As many programs run: then young collections are all that finds dead wrappers, but for those that became old. */
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseZGC"})
    void theyAreWhereSystemGcIsDisabled(String collector) throws Exception {
        try (Daemon daemon = Daemon.start("--objects", "64M")) {
            Child.Result result = Child.run(daemon.segment(), Program.class, List.of(collector, "-Xmx256m", "-XX:+DisableExplicitGC"), String.valueOf(FEW));
            assertTrue(result.output().equals("good"), result.output());
        }
    }

    @Test
    void deadWrappersAreFoundByYoungCollections() throws Exception {
        try (Daemon daemon = Daemon.start("--objects", "64M")) {
            Child.Result result = Child.run(daemon.segment(), Program.class, List.of("-XX:+UseG1GC", "-Xms1100m", "-Xmx1100m", "-Xlog:gc"), String.valueOf(MANY));
            assertTrue(result.output().contains("good") && result.output().contains("Pause Young"), result.output());
            long whole = result.output().lines().filter(line -> line.contains("Pause Full")).count();
            assertTrue(whole < MOST_WHOLE, result.output()); // one may be where the machine is so busy that a cycle takes long
        }
    }
}
