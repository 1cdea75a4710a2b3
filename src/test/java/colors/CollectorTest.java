// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import colors.SharedMemoryException.Reason;
import colors.heap.WholeHeap;
import colors.memory.SegmentStatus;
import colors.support.Child;
import colors.support.Daemon;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Real processes on small heaps: what is dropped makes room, what is held stays, and a full heap is an error that
 * passes.
 */
class CollectorTest {
    static class Node {
        long stamp;
        String text;
        Node left;
        Node right;
    }

    private static void runsWell(Class<?> main, String... daemonOptions) throws Exception {
        try (Daemon daemon = Daemon.start(daemonOptions)) {
            Child.Result result = Child.run(daemon.segment(), main, List.of());
            assertEquals("good", result.output());
            assertEquals(0, result.exitCode());
        }
    }

    /** The processes have no JUnit. */
    private static void require(boolean good, Supplier<String> otherwise) {
        if (!good) {
            throw new AssertionError(otherwise.get());
        }
    }

    @Test
    void garbageMakesRoom() throws Exception {
        runsWell(Churn.class, "--objects", "8M");
    }

    @Test
    void cyclesRunBesideManyThreads() throws Exception {
        runsWell(Threads.class, "--objects", "16M", "--gc-interval", "5");
    }

    @Test
    void valuesSurviveCycles() throws Exception {
        runsWell(ValueChurn.class, "--objects", "8M", "--gc-interval", "5");
    }

    @Test
    void fullHeapIsAnErrorThatPasses() throws Exception {
        runsWell(Full.class, "--objects", "2M");
    }

    @Test
    void anotherProcessIsAskedToLetGo() throws Exception {
        try (Daemon daemon = Daemon.start("--objects", "8M")) {
            Process hoarder = Child.start(daemon.segment(), Hoarder.class, List.of());
            assertEquals("holding", hoarder.inputReader().readLine());
            assertEquals(
                    "good", Child.run(daemon.segment(), Churn.class, List.of()).output());
            hoarder.destroy();
        }
    }

    /** Allocates twenty times what fits; a tree that changes all the time stays whole. */
    static final class Churn {
        static final SharedClass<Node> NODE = SharedClass.of(Node.class);
        static final Field.OfLong<Node> STAMP = NODE.longField("stamp");
        static final Field.OfString<Node> TEXT = NODE.stringField("text");
        static final Field.OfRef<Node, Node> LEFT = NODE.refField("left", Node.class);
        static final Field.OfRef<Node, Node> RIGHT = NODE.refField("right", Node.class);

        static Ref<Node> tree(int depth, long stamp) {
            Ref<Node> node = NODE.allocate();
            STAMP.set(node, stamp);
            TEXT.set(node, "stamp " + stamp);
            if (depth > 0) {
                LEFT.set(node, tree(depth - 1, 2 * stamp));
                RIGHT.set(node, tree(depth - 1, 2 * stamp + 1));
            }
            return node;
        }

        static void check(Ref<Node> node, int depth, long stamp) {
            require(
                    STAMP.get(node) == stamp && TEXT.get(node).equals("stamp " + stamp),
                    () -> "expected " + stamp + ", found " + STAMP.get(node) + ", " + TEXT.get(node));
            if (depth > 0) {
                check(LEFT.get(node), depth - 1, 2 * stamp);
                check(RIGHT.get(node), depth - 1, 2 * stamp + 1);
            } else {
                require(LEFT.get(node) == null, () -> "a leaf of " + stamp + " has a child");
            }
        }

        public static void main(String[] arguments) {
            Repository<Ref<Node>> root = SharedMemory.repository("tree", ValueType.ref(Node.class));
            for (int round = 1; round <= 200; round++) {
                root.set(tree(12, round));
                check(root.get(), 12, round);
            }
            WholeHeap.validate();
            require(
                    SegmentStatus.read().collector().cycles() > 10,
                    () -> "cycles: " + SegmentStatus.read().collector().cycles());
            System.out.println("good");
        }
    }

    /** In that many threads, each with a seed of its own; returns what they threw. */
    private static List<Throwable> failures(int count, Consumer<SplittableRandom> churn) throws InterruptedException {
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int seed = i;
            threads.add(Thread.ofPlatform()
                    .uncaughtExceptionHandler((thread, failure) -> failures.add(failure))
                    .start(() -> churn.accept(new SplittableRandom(seed))));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        failures.forEach(Throwable::printStackTrace);
        return failures;
    }

    /** Threads that change one another's nodes while cycles run back to back. */
    static final class Threads {
        public static void main(String[] arguments) throws InterruptedException {
            List<Throwable> failures = failures(4, Threads::churn);
            WholeHeap.validate();
            System.out.println(failures.isEmpty() ? "good" : "bad");
        }

        private static void churn(SplittableRandom random) {
            List<Ref<Node>> held = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                held.add(Churn.tree(2, i));
            }
            for (int round = 0; round < 30_000; round++) {
                int at = random.nextInt(64);
                Repository<Ref<Node>> cell =
                        SharedMemory.repository("cell" + random.nextInt(8), ValueType.ref(Node.class));
                switch (random.nextInt(4)) {
                    case 0 -> held.set(at, Churn.tree(2, at));
                    case 1 -> cell.set(held.get(at));
                    case 2 -> {
                        Ref<Node> other = cell.get();
                        if (other != null) {
                            Churn.check(other, 2, Churn.STAMP.get(other));
                        }
                    }
                    default -> Churn.check(held.get(at), 2, at);
                }
            }
        }
    }

    /** Threads that replace values of value classes while cycles run: many times what fits. */
    static final class ValueChurn {
        private static final int ROUNDS = 40_000;

        public static void main(String[] arguments) throws InterruptedException {
            System.out.println(failures(3, ValueChurn::churn).isEmpty() ? "good" : "bad");
        }

        private static void churn(SplittableRandom random) {
            Ref<Node> holder = Churn.NODE.allocate();
            Object[] expected = new Object[12];
            for (int round = 0; round < ROUNDS; round++) {
                int at = random.nextInt(expected.length);
                if (random.nextBoolean()) {
                    expected[at] = value(random);
                    holder.set("v" + at, expected[at]);
                } else if (expected[at] != null) {
                    Object found = holder.get("v" + at);
                    require(found.equals(expected[at]), () -> "expected " + expected[at] + ", found " + found);
                }
            }
        }

        private static Object value(SplittableRandom random) {
            return switch (random.nextInt(4)) {
                case 0 -> new BigInteger(200, new Random(random.nextLong()));
                case 1 -> BigDecimal.valueOf(random.nextLong(), random.nextInt(40));
                case 2 -> new UUID(random.nextLong(), random.nextLong());
                default -> Reason.values()[random.nextInt(Reason.values().length)];
            };
        }
    }

    /** Fills the heap with what it holds. */
    static final class Full {
        public static void main(String[] arguments) {
            Ref<?>[] held = new Ref<?>[100_000];
            int count = 0;
            try {
                while (true) {
                    held[count] = Churn.tree(0, count);
                    count++;
                }
            } catch (SharedMemoryException e) {
                require(e.reason() == Reason.MEMORY && e.getMessage().contains("bytes are live after"), e::toString);
            }
            for (int i = 0; i < count; i++) {
                Churn.check(held[i].as(Node.class), 0, i);
            }
            held = null;
            Churn.check(Churn.tree(10, 1), 10, 1);
            System.out.println("good");
        }
    }

    /** Drops most of the heap and does nothing any more: only pressure makes its JVM look for dead wrappers. */
    static final class Hoarder {
        public static void main(String[] arguments) throws InterruptedException {
            for (int i = 0; i < 8; i++) {
                Churn.tree(12, i);
            }
            System.out.println("holding");
            Thread.sleep(60_000);
        }
    }
}
