// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.gc;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The paper's setting (section 6.3): 256 MiB for objects, threshold 70 %, two collector threads, two processes that
 * hand 4-level trees over.
 */
final class TreeCycles {
    static final int PAPER_MEGABYTES = 256;

    private TreeCycles() {}

    /** The client is in C. A quarter of the memory lives, or none: 64 MiB in the paper's setting. */
    static List<Row> run(int cycles, int megabytes) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>(GcCycleRows.of("", true, measure(cycles, megabytes, 0, false)));
        rows.addAll(GcCycleRows.of("live64.", false, measure(cycles, megabytes, megabytes / 4, false)));
        return rows;
    }

    /** The client is in Python, as in the paper. */
    static List<Row> runWithPython(int cycles) throws IOException, InterruptedException {
        return GcCycleRows.of("python.", true, measure(cycles, PAPER_MEGABYTES, 0, true));
    }

    /** One with the paper's settings. */
    static Child daemon(String segment, int megabytes) throws IOException {
        return Child.ofDaemon(
                segment, "--objects", megabytes + "M", "--gc-threshold", 70, "--gc-floor", "64G", "--gc-threads", 2);
    }

    private static List<String[]> measure(int cycles, int megabytes, long liveMegabytes, boolean python)
            throws IOException, InterruptedException {
        String segment = "bench-trees-" + ProcessHandle.current().pid();
        try (Child _ = daemon(segment, megabytes);
                Child service = Child.ofJava(segment, TreeService.class.getName(), cycles, liveMegabytes << 20);
                Child _ = python
                        ? Child.ofPython(
                                segment,
                                Child.root().resolve("benchmarks/main/resources/colors/benchmarks/gc/trees.py"))
                        : Child.ofC("tree_client", segment)) {
            return service.readAll();
        }
    }
}
