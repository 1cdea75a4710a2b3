// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.support.Child;
import colors.support.Daemon;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A process with a large private heap, in which System.gc would stop everything for seconds. */
class LargePrivateHeapTest {
    private static final int OBJECTS = 12_000_000; // 576 MB, several times the segment
    private static final int KEPT = 10_000; // all the time, so that they become old

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
            SharedObject[] window = new SharedObject[KEPT];
            for (int i = 0; i < OBJECTS; i++) {
                SharedObject node = type.allocate();
                number.set(node, i);
                if (i % 100 == 0) {
                    window[i / 100 % KEPT] = node;
                }
            }
            for (int i = 0; i < KEPT; i++) {
                if (number.get(window[i]) / 100 % KEPT != i) {
                    throw new AssertionError(i);
                }
            }
            System.out.println("good");
        }
    }

    @Test
    void deadWrappersAreFoundByYoungCollections() throws Exception {
        try (Daemon daemon = Daemon.start("--objects", "64M")) {
            Child.Result result = Child.run(daemon.segment(), Program.class, List.of("-XX:+UseG1GC", "-Xms1100m", "-Xmx1100m", "-Xlog:gc"));
            assertTrue(result.output().contains("good") && result.output().contains("Pause Young"), result.output());
            long whole = result.output().lines().filter(line -> line.contains("Pause Full")).count();
            assertTrue(whole < MOST_WHOLE, result.output()); // one may be where the machine is so busy that a cycle takes long
        }
    }
}
