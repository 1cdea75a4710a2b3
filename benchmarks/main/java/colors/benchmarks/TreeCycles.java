// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The paper's setting (section 6.3): 256 MiB for objects, threshold 70 %, two collector threads, two processes that
 * hand 4-level trees over.
 */
final class TreeCycles {
    static final int PAPER_MEGABYTES = 256;
    private static final double PAPER_CYCLE_MS = 325;
    private static final double PAPER_BETWEEN_MS = 1458;
    private static final double PAPER_ACTIVE = 0.18;
    private static final double PAPER_CLEAR = 0.29;
    private static final double PAPER_REPORT = 0.004;
    private static final double PAPER_MARK = 0.36;
    private static final double PAPER_SWEEP = 0.35;

    /** One cycle; times in nanoseconds. */
    private record Cycle(double start, double grace, double report, double mark, double sweep) {
        static Cycle of(String[] line) {
            return new Cycle(
                    Double.parseDouble(line[1]),
                    Double.parseDouble(line[2]),
                    Double.parseDouble(line[3]),
                    Double.parseDouble(line[4]),
                    Double.parseDouble(line[5]));
        }

        double total() {
            return grace + report + mark + sweep;
        }
    }

    private TreeCycles() {}

    /** The client is in C. A quarter of the memory lives, or none: 64 MiB in the paper's setting. */
    static List<Row> run(int cycles, int megabytes) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>(rows("", measure(cycles, megabytes, 0, false)));
        rows.addAll(rows("live64.", measure(cycles, megabytes, megabytes / 4, false)));
        return rows;
    }

    /** The client is in Python, as in the paper. */
    static List<Row> runWithPython(int cycles) throws IOException, InterruptedException {
        return rows("python.", measure(cycles, PAPER_MEGABYTES, 0, true));
    }

    private static List<Cycle> measure(int cycles, int megabytes, long liveMegabytes, boolean python)
            throws IOException, InterruptedException {
        String segment = "bench-trees-" + ProcessHandle.current().pid();
        try (Child _ = Child.ofDaemon(
                        segment,
                        "--objects",
                        megabytes + "M",
                        "--gc-threshold",
                        70,
                        "--gc-floor",
                        "64G",
                        "--gc-threads",
                        2);
                Child service = Child.ofJava(segment, TreeService.class.getName(), cycles, liveMegabytes << 20);
                Child _ = python
                        ? Child.ofPython(
                                segment, Child.root().resolve("benchmarks/main/resources/colors/benchmarks/trees.py"))
                        : Child.ofC("tree_client", segment)) {
            List<Cycle> found = new ArrayList<>();
            for (String[] line : service.readAll()) {
                if (line[0].equals("cycle")) {
                    found.add(Cycle.of(line));
                }
            }
            return found;
        }
    }

    private static List<Row> rows(String prefix, List<Cycle> cycles) {
        int runs = cycles.size();
        if (runs < 2) {
            System.out.println(
                    "no rows " + prefix + "cycle.ms and so on: the service gave up after " + runs + " cycles");
            return List.of();
        }
        double paper = prefix.startsWith("live") ? 0 : 1; // the paper's heap held the exchanged trees only
        List<Row> rows = new ArrayList<>();
        rows.add(row(
                prefix + "cycle.ms", Numbers.median(cycles, c -> c.total() / 1e6), "ms", paper * PAPER_CYCLE_MS, runs));
        rows.add(row(prefix + "active.share", busy(cycles) / span(cycles), "", paper * PAPER_ACTIVE, runs));
        rows.add(row(
                prefix + "between.ms",
                (span(cycles) - busy(cycles)) / (runs - 1) / 1e6,
                "ms",
                paper * PAPER_BETWEEN_MS,
                runs));
        // the flip, which needs grace periods
        rows.add(row(prefix + "clear.share", share(cycles, Cycle::grace), "", paper * PAPER_CLEAR, runs));
        rows.add(row(prefix + "report.share", share(cycles, Cycle::report), "", paper * PAPER_REPORT, runs));
        rows.add(row(prefix + "mark.share", share(cycles, Cycle::mark), "", paper * PAPER_MARK, runs));
        rows.add(row(prefix + "sweep.share", share(cycles, Cycle::sweep), "", paper * PAPER_SWEEP, runs));
        return rows;
    }

    private static Row row(String name, double value, String unit, double paper, int runs) {
        return paper == 0 ? Row.alone(name, value, unit, runs) : Row.compared(name, value, unit, paper, runs);
    }

    private static double share(List<Cycle> cycles, ToDoubleFunction<Cycle> phase) {
        return cycles.stream().mapToDouble(phase).sum()
                / cycles.stream().mapToDouble(Cycle::total).sum();
    }

    /** From the start of the first to the start of the last. */
    private static double span(List<Cycle> cycles) {
        return cycles.getLast().start() - cycles.getFirst().start();
    }

    /** In that time. */
    private static double busy(List<Cycle> cycles) {
        return cycles.stream().mapToDouble(Cycle::total).sum()
                - cycles.getLast().total();
    }
}
