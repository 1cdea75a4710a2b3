// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.graph;

import colors.SharedMemory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Host Java: builds trees, and reads one again and again. Every read is compared with what the tree must hold; of the
 * built trees one after each iteration.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GraphJava {

    /** Of what: plain objects, such with final fields, shared ones by handles. */
    @Param("plain")
    public String way;

    /**
     * How: private ones by {@code new}; shared ones by handles, by {@code new} in shared mode, by {@code new} of an
     * exclusive class. The last two need the agent.
     */
    @Param("private")
    public String made;

    /** The nodes' names: none, short, long. */
    @Param("none")
    public String strings;

    /** Of a tree. */
    @Param("15")
    public int nodes;

    private Trees trees;
    private boolean construct;
    private int levels;
    private String sought;
    private Object tree;
    private long sum;
    private long lengths;
    private long found;

    /** Makes the tree that is read. */
    @Setup
    public void setup() {
        trees = Trees.of(way, strings);
        construct = made.equals("construct");
        levels = Integer.SIZE - Integer.numberOfLeadingZeros(nodes);
        sought = GraphNames.sought(strings);
        tree = build();
        sum = GraphNames.sum(0, nodes);
        lengths = sum + (long) nodes * sought.length();
        found = sum + GraphNames.found(0, nodes);
        boolean shared = !made.equals("private");
        if (SharedMemory.isShared(tree) != shared) {
            throw new IllegalStateException("the tree is " + (shared ? "private" : "shared"));
        }
    }

    /** The next tree is whole. */
    @TearDown(Level.Iteration)
    public void check() {
        Object next = build();
        long expected = GraphNames.sum(trees.made() - nodes, nodes);
        expect(expected, trees.read(next));
        if (!strings.equals("none")) {
            expect(expected + lengths - sum, trees.lengths(next));
        }
    }

    private static void expect(long expected, long found) {
        if (found != expected) {
            throw new IllegalStateException("a tree has the sum %d, not %d".formatted(found, expected));
        }
    }

    /** Makes a tree. */
    @Benchmark
    public Object build() {
        return construct ? SharedMemory.construct(() -> trees.build(levels)) : trees.build(levels);
    }

    /** Reads all but the names. */
    @Benchmark
    public void read() {
        expect(sum, trees.read(tree));
    }

    /** Reads one tree of many, which another process may have made: a thread's root log has none of it. */
    @Benchmark
    public void fresh(Forest forest) {
        int next = forest.next;
        forest.next = next + 1 == forest.trees.length ? 0 : next + 1;
        expect(forest.sums[next], trees.read(forest.trees[next]));
    }

    /** Trees of so many nodes together that a root-log chunk does not hold them. */
    @State(Scope.Thread)
    public static class Forest {
        private static final int NODES = 30_000;

        private Object[] trees;
        private long[] sums;
        private int next;

        /** Makes them. */
        @Setup
        public void setup(GraphJava graph) {
            trees = new Object[NODES / graph.nodes];
            sums = new long[trees.length];
            for (int i = 0; i < trees.length; i++) {
                sums[i] = GraphNames.sum(graph.trees.made(), graph.nodes);
                trees[i] = graph.build();
            }
        }
    }

    /** Reads everything, and of the names their lengths. */
    @Benchmark
    public void lengths() {
        expect(lengths, trees.lengths(tree));
    }

    /** Reads everything and compares the names. */
    @Benchmark
    public void compared() {
        expect(found, trees.compared(tree, sought));
    }

    /** Reads everything and takes the names. */
    @Benchmark
    public void copied(Blackhole taker) {
        expect(sum, trees.copied(tree, taker));
    }

    /** Makes a tree and reads it, as the sender and the receiver of a message do. */
    @Benchmark
    public long pass() {
        Object made = build();
        return strings.equals("none") ? trees.read(made) : trees.lengths(made);
    }
}
