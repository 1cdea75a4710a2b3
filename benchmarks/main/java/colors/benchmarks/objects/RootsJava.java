// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.objects;

import colors.Field;
import colors.Ref;
import colors.SharedClass;
import colors.SharedMemory;
import colors.benchmarks.measuring.Node;
import colors.heap.Heap;
import colors.memory.Layout;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Root-log chunks against a canonical weak table: walks along a list of wrappers, and reads of a random graph. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RootsJava {
    static final int HOPS = 1_000_000;
    static final int KEEP_EVERY = 1000;
    private static final int NEXT_OFFSET = Layout.OBJECT_HEADER_BYTES;
    private static final int OTHER_OFFSET = Layout.OBJECT_HEADER_BYTES + Long.BYTES;
    private static final SharedClass<Node> CLASS = SharedClass.of(Node.class);
    private static final Field.OfRef<Node, Node> NEXT = CLASS.refField("next", Node.class);
    private static final Field.OfRef<Node, Node> OTHER = CLASS.refField("other", Node.class);

    /** Nodes of a ring, each with an edge to a random one. */
    static class Node {
        Node next;
        Node other;
    }

    /** A wrapper as Ref is one, without the checks of handles. */
    record Logged(long address, RootChunk chunk) {}

    /** Which way. */
    @Param({"chunks", "table"})
    public String roots;

    /** What is read. */
    @Param({"ordered", "shuffled", "random"})
    public String order;

    /** Nodes of the ring. */
    @Param({"1000", "100000", "1000000"})
    public int nodes;

    private final RootTable table = new RootTable();
    private long first;

    /** Makes the ring; the repository keeps it. */
    @Setup
    public void setup() {
        Random random = new Random(1);
        List<Ref<Node>> made = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            made.add(CLASS.allocate());
        }
        if (!order.equals("ordered")) {
            Collections.shuffle(made, random);
        }
        for (int i = 0; i < nodes; i++) {
            NEXT.set(made.get(i), made.get((i + 1) % nodes));
            OTHER.set(made.get(i), made.get(random.nextInt(nodes)));
        }
        SharedMemory.repository("bench.roots").set(made.getFirst());
        first = ((Shared) made.getFirst()).address();
    }

    /**
     * A million hops. Random: each along one of the node's two edges by chance, for by turns the walk would end in a
     * small circle.
     */
    @Benchmark
    @OperationsPerInvocation(HOPS)
    public long hop() {
        return roots.equals("chunks") ? hopByChunks(null) : hopByTable(null);
    }

    private static long nextBits(long bits) {
        return bits * 6364136223846793005L + 1442695040888963407L;
    }

    /** Adds every 1000th wrapper to a list, unless that is null. */
    long hopByChunks(List<Object> kept) {
        Mutator mutator = Mutator.current();
        int other = order.equals("random") ? OTHER_OFFSET : NEXT_OFFSET;
        long bits = 0;
        Logged at = new Logged(first, mutator.chunk());
        for (int i = 0; i < HOPS; i++) {
            bits = nextBits(bits);
            long reference = Heap.loadTagged(mutator, at.address() + (bits < 0 ? other : NEXT_OFFSET));
            at = new Logged(Segment.BASE + reference, mutator.chunk());
            if (kept != null && i % KEEP_EVERY == 0) {
                kept.add(at);
            }
        }
        return at.address();
    }

    /** The same by the table. */
    long hopByTable(List<Object> kept) {
        Mutator mutator = Mutator.current();
        int other = order.equals("random") ? OTHER_OFFSET : NEXT_OFFSET;
        long bits = 0;
        RootTable.Wrapper at = table.wrapperOf(first - Segment.BASE);
        for (int i = 0; i < HOPS; i++) {
            bits = nextBits(bits);
            at = table.load(mutator, at.place(bits < 0 ? other : NEXT_OFFSET));
            if (kept != null && i % KEEP_EVERY == 0) {
                kept.add(at);
            }
        }
        return at.reference;
    }

    /** Roots that the table has now. */
    int tableRoots() {
        return table.expunge();
    }
}
