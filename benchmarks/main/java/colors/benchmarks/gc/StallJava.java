// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.gc;

import colors.Ref;
import colors.SharedMemory;
import colors.benchmarks.measuring.Node;
import colors.memory.SegmentStatus;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/** The Java twin of stall.c: how long single heap operations take, in turn with a control that only reads the clock. */
final class StallJava {
    private static final int HELD = 64;
    private static final int CONTROL_READS = 3;
    private static final int TURNS_BETWEEN_LOOKS = 1024;
    private static final long WARMUP_NS = 3_000_000_000L;
    private static final long PATIENCE_NS = 60_000_000_000L;
    private static final String[] KINDS = {"load", "store", "allocate", "control"};
    private static final int CONTROL = 3;

    @SuppressWarnings("unused") // what is read is used
    private static long sink;

    private final Histogram[] histograms = new Histogram[KINDS.length];

    @SuppressWarnings("unchecked") // arrays have no type arguments
    private final Ref<Node>[] held = (Ref<Node>[]) new Ref<?>[HELD];

    private final Random random = new Random(1);
    private final Ref<Node> root;

    private StallJava(Ref<Node> root) {
        this.root = root;
        Arrays.fill(held, root);
        for (int i = 0; i < KINDS.length; i++) {
            histograms[i] = new Histogram(2);
        }
    }

    /** Arguments: bytes that live, seconds, and how many cycles shall end meanwhile: they are awaited. */
    public static void main(String[] arguments) throws IOException {
        StallJava stall = new StallJava(build(Long.parseLong(arguments[0])));
        stall.run(WARMUP_NS, 0);
        for (Histogram histogram : stall.histograms) {
            histogram.reset();
        }
        int cycles = stall.run(Long.parseLong(arguments[1]) * 1_000_000_000L, Integer.parseInt(arguments[2]));
        stall.print();
        System.out.println("cycles 0 " + cycles);
    }

    /** A list in allocation order. */
    private static Ref<Node> build(long bytes) {
        Ref<Node> head = Node.CLASS.allocate();
        for (long i = 1; i < bytes / Node.BYTES; i++) {
            Ref<Node> node = Node.CLASS.allocate();
            Node.RIGHT.set(node, head);
            head = node;
        }
        SharedMemory.repository("bench.stall").set(head);
        return head;
    }

    /** Returns how many cycles ended meanwhile. */
    private int run(long duration, int wanted) throws IOException {
        int before = cycles();
        long began = System.nanoTime();
        long passed = 0;
        while (passed < duration || (passed < duration + PATIENCE_NS && cycles() - before < wanted)) {
            for (int turn = 0; turn < TURNS_BETWEEN_LOOKS; turn++) {
                operate(turn % 2 == 0 ? CONTROL : turn / 2 % CONTROL);
            }
            passed = System.nanoTime() - began;
        }
        return cycles() - before;
    }

    private static int cycles() throws IOException {
        return SegmentStatus.read().collector().cycles();
    }

    private void operate(int kind) {
        int at = random.nextInt(HELD);
        Ref<Node> one = held[at];
        Ref<Node> other = held[random.nextInt(HELD)];
        long began = System.nanoTime();
        switch (kind) {
            case 0 -> one = Node.RIGHT.get(one);
            case 1 -> Node.LEFT.set(one, other);
            case 2 -> one = Node.CLASS.allocate();
            default -> {
                for (int i = 1; i < CONTROL_READS; i++) {
                    sink += System.nanoTime();
                }
            }
        }
        histograms[kind].recordValue(System.nanoTime() - began);
        held[at] = one != null ? one : root;
    }

    private void print() {
        for (int i = 0; i < KINDS.length; i++) {
            AbstractHistogram histogram = histograms[i];
            for (var value : histogram.recordedValues()) {
                System.out.println(
                        KINDS[i] + " " + value.getValueIteratedTo() + " " + value.getCountAtValueIteratedTo());
            }
        }
    }
}
