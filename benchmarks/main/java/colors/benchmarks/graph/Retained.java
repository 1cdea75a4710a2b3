// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.graph;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Numbers;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What cycles of a load count as live, against what can be reached: the rest is held by root-log chunks that the JVMs
 * have not collected.
 */
final class Retained {
    private static final int TREE_BYTES = 1 << 16; // about
    private static final double MIB = 1 << 20;

    private Retained() {}

    static List<Row> rows(Effort effort, Pattern wanted) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (String heap : List.of("128m", "4g")) {
            String name = "retained." + heap;
            if (wanted.matcher(name).find()) {
                System.out.println("measuring " + name);
                rows.add(measure(name, heap, effort));
            }
        }
        return rows;
    }

    /** Both JVMs have heaps of that size. */
    private static Row measure(String name, String heap, Effort effort) throws IOException, InterruptedException {
        String segment = "bench-retained-" + ProcessHandle.current().pid();
        int trees = effort.of(1, 64, 64) * (1 << 20) / TREE_BYTES;
        List<Double> marked = new ArrayList<>();
        try (Child _ = Child.ofDaemon(segment, "--objects", effort.isSmoke() ? "32M" : "1G")) {
            try (Child server = start(segment, heap, "server", effort.of(1, 4, 10), trees);
                    Child _ = start(segment, heap, "client", trees)) {
                for (String[] line : server.readAll()) {
                    if (line[0].equals("cycle")) {
                        marked.add(Double.parseDouble(line[1]));
                    }
                }
            }
            if (marked.isEmpty()) {
                throw new IOException(name + ": no cycle ran before the server gave up");
            }
            try (Child reader = start(segment, heap, "reachable")) {
                double reachable = Double.parseDouble(reader.readAll().getLast()[1]);
                return Row.compared(name, Numbers.median(marked, x -> x) / MIB, "MiB", reachable / MIB, marked.size());
            }
        }
    }

    private static Child start(String segment, String heap, Object... arguments) throws IOException {
        return Child.ofJava(
                segment, List.of("-Xmx" + heap, "-XX:+UseCompactObjectHeaders"), Exchange.class.getName(), arguments);
    }
}
