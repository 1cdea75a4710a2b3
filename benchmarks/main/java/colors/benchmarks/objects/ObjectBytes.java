// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.objects;

import colors.Ref;
import colors.SharedMemory;
import colors.benchmarks.measuring.LiveBytes;
import colors.benchmarks.measuring.Row;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.openjdk.jol.info.GraphLayout;

/** Shared memory that a graph takes for each object, against the Java heap (JOL). */
final class ObjectBytes {
    private static final int PEOPLE = 100_000;
    private static final int TREES = 10_000;
    private static final int NODES = 15; // of a tree of four levels

    private ObjectBytes() {}

    /** The large graph's people, and the paper's trees, which hold numbers only. */
    static List<Row> rows() {
        CopyJava.Person people = CopyJava.people(PEOPLE);
        CopyJava.Tree[] trees = new CopyJava.Tree[TREES];
        Arrays.setAll(trees, i -> new CopyJava.Tree(4));
        return List.of(
                row("bytes.per.object", people, PEOPLE, () -> Ref.copyOf(people)), //
                row("bytes.per.object.tree", trees, TREES * NODES, () -> SharedMemory.copyIn(trees)));
    }

    private static Row row(String name, Object root, int objects, Supplier<Object> share) {
        GraphLayout layout = GraphLayout.parseInstance(root);
        SharedMemory.collect();
        long before = LiveBytes.now();
        Object copy = share.get();
        SharedMemory.collect();
        double shared = (double) (LiveBytes.now() - before) / objects;
        Reference.reachabilityFence(copy);
        return Row.compared(name, shared, "B", (double) layout.totalSize() / objects, 1);
    }
}
