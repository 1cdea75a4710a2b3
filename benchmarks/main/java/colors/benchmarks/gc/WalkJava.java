// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.gc;

import colors.Ref;
import colors.SharedMemory;
import colors.benchmarks.measuring.Node;
import colors.heap.Heap;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.Shared;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The Java twin of walk.c: prints "raw NS" and "protocol NS", processor time of the thread per hop, for each sample.
 */
final class WalkJava {
    private static final int HOPS_LEAST = 4_000_000;
    private static final int WARMUP_SAMPLES = 10;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int RIGHT_OFFSET = Layout.OBJECT_HEADER_BYTES + 2 * Long.BYTES;
    private static long sink;

    private WalkJava() {}

    /** Arguments: nodes, shuffled or ordered, samples. */
    public static void main(String[] arguments) {
        long first = build(Integer.parseInt(arguments[0]), arguments[1].equals("shuffled"));
        for (int i = -WARMUP_SAMPLES; i < Integer.parseInt(arguments[2]); i++) {
            sample("raw", i >= 0, first);
            sample("protocol", i >= 0, first);
        }
        if (sink == 0) {
            System.out.println("nothing was walked");
        }
    }

    /** The wrappers are dropped: what keeps the list alive is the repository. */
    private static long build(int count, boolean shuffled) {
        List<Ref<Node>> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(Node.CLASS.allocate());
        }
        if (shuffled) {
            Collections.shuffle(nodes, new Random(1));
        }
        for (int i = 0; i + 1 < count; i++) {
            Node.RIGHT.set(nodes.get(i), nodes.get(i + 1));
        }
        SharedMemory.repository("bench.walk").set(nodes.getFirst());
        return ((Shared) nodes.getFirst()).address();
    }

    private static void sample(String name, boolean counts, long first) {
        long began = THREADS.getCurrentThreadCpuTime();
        long hops = 0;
        while (hops < HOPS_LEAST) {
            hops += name.equals("raw") ? walkRaw(first) : walkByProtocol(first);
        }
        long took = THREADS.getCurrentThreadCpuTime() - began;
        sink += hops;
        if (counts) {
            System.out.println(name + " " + (double) took / hops);
        }
    }

    private static long walkRaw(long first) {
        long hops = 0;
        for (long at = first - Segment.BASE; at != 0; hops++) {
            at = Memory.getLongAcquire(Segment.BASE + at + RIGHT_OFFSET);
        }
        return hops;
    }

    private static long walkByProtocol(long first) {
        Mutator mutator = Mutator.current();
        long hops = 0;
        for (long at = first - Segment.BASE; at != 0; hops++) {
            at = Heap.loadTagged(mutator, Segment.BASE + at + RIGHT_OFFSET);
        }
        return hops;
    }
}
