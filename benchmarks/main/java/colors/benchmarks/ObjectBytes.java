// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import colors.SharedMemory;
import colors.SharedObject;
import java.util.List;
import org.openjdk.jol.info.GraphLayout;

/** Shared memory that a graph takes for each object, against the Java heap (JOL). */
final class ObjectBytes {
    private static final int PEOPLE = 100_000;

    private ObjectBytes() {
    }

    static List<Row> rows() {
        CopyJava.Person root = CopyJava.people(PEOPLE);
        GraphLayout layout = GraphLayout.parseInstance(root);
        SharedMemory.collect();
        long before = LiveBytes.now();
        SharedObject copy = SharedMemory.copyToSharedMemory(root);
        SharedMemory.collect();
        double shared = (double) (LiveBytes.now() - before) / PEOPLE;
        java.lang.ref.Reference.reachabilityFence(copy);
        return List.of(Row.compared("bytes.per.object", shared, "B", (double) layout.totalSize() / PEOPLE, 1));
    }
}
