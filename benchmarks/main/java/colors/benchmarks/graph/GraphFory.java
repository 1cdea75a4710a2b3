// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.graph;

import java.util.concurrent.TimeUnit;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;
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

/**
 * What {@link GraphJava#pass} does, with Fory: a private tree is made, encoded, decoded and read, in one thread and
 * without a socket. At its best: the class is final, registered and known beforehand, its serialiser is generated
 * before anything is measured, references are not tracked, numbers not compressed, and one buffer is used again and
 * again.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GraphFory {
    private static final int BUFFER = 1 << 16;

    /** The nodes' names: none, short, long. */
    @Param("none")
    public String strings;

    /** Of a tree. */
    @Param("15")
    public int nodes;

    private final Fory fory = FastFory.make();
    private final MemoryBuffer buffer = MemoryBuffer.newHeapBuffer(BUFFER);
    private Trees trees;
    private int levels;

    /** Makes the serialiser. */
    @Setup
    public void setup() {
        fory.register(GraphNode.class);
        trees = Trees.of("plain", strings);
        levels = Integer.SIZE - Integer.numberOfLeadingZeros(nodes);
        check();
    }

    /** The next tree is another one on the other side, and whole. */
    @TearDown(Level.Iteration)
    public void check() {
        Object sent = trees.build(levels);
        Object received = passOn(sent);
        long expected = GraphNames.sum(trees.made() - nodes, nodes)
                + (long) nodes * GraphNames.sought(strings).length();
        if (received == sent || read(received) != expected) {
            throw new IllegalStateException(
                    "a decoded tree has the sum %d, not %d".formatted(read(received), expected));
        }
    }

    private GraphNode passOn(Object tree) {
        buffer.writerIndex(0);
        buffer.readerIndex(0);
        fory.serializeJavaObject(buffer, tree);
        return fory.deserializeJavaObject(buffer, GraphNode.class);
    }

    private long read(Object tree) {
        return strings.equals("none") ? trees.read(tree) : trees.lengths(tree);
    }

    /** Makes a tree, encodes it, decodes it and reads what came. */
    @Benchmark
    public long pass() {
        return read(passOn(trees.build(levels)));
    }
}
