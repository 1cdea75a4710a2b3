// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.gc;

import colors.benchmarks.measuring.Numbers;
import colors.benchmarks.measuring.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The rows that the paper has of its collector (section 6.3), of the cycles of one measurement. */
final class GcCycleRows {
    private static final double PAPER_CYCLE_MS = 325;
    private static final double PAPER_BETWEEN_MS = 1458;
    private static final double PAPER_ACTIVE = 0.18;
    private static final double PAPER_CLEAR = 0.29;
    private static final double PAPER_REPORT = 0.004;
    private static final double PAPER_REPORT_MS = 1.2;
    private static final double PAPER_MARK = 0.36;
    private static final double PAPER_SWEEP = 0.35;
    private static final double PAPER_PASSES = 2;
    private static final double NANOS_PER_MILLI = 1e6;

    private final String prefix;
    private final boolean isOfPaper;
    private final List<GcCycle> cycles;

    private GcCycleRows(String prefix, boolean isOfPaper, List<GcCycle> cycles) {
        this.prefix = prefix;
        this.isOfPaper = isOfPaper;
        this.cycles = cycles;
    }

    /**
     * Of the lines of a program. None, with a word why, when they have less than two cycles.
     *
     * @param isOfPaper whether what was measured is comparable with the paper's, whose heap held exchanged trees only
     */
    static List<Row> of(String prefix, boolean isOfPaper, List<String[]> lines) {
        List<GcCycle> cycles =
                lines.stream().filter(GcCycle::isOne).map(GcCycle::of).toList();
        if (cycles.size() < 2) {
            System.out.println(
                    "no rows " + prefix + "cycle.ms and so on: the program gave up after " + cycles.size() + " cycles");
            return List.of();
        }
        return new GcCycleRows(prefix, isOfPaper, cycles).rows();
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.add(row("cycle.ms", Numbers.median(cycles, GcCycle::total) / NANOS_PER_MILLI, "ms", PAPER_CYCLE_MS));
        rows.add(row("cycle.mean.ms", mean(GcCycle::total) / NANOS_PER_MILLI, "ms", PAPER_CYCLE_MS));
        rows.add(row("active.share", busy() / span(), "", PAPER_ACTIVE));
        rows.add(row("between.ms", (span() - busy()) / (cycles.size() - 1) / NANOS_PER_MILLI, "ms", PAPER_BETWEEN_MS));
        // the flip, which needs grace periods
        rows.add(row("clear.share", share(GcCycle::grace), "", PAPER_CLEAR));
        rows.add(row("report.share", share(GcCycle::report), "", PAPER_REPORT));
        rows.add(row("report.ms", mean(GcCycle::report) / NANOS_PER_MILLI, "ms", PAPER_REPORT_MS));
        rows.add(row("mark.share", share(GcCycle::mark), "", PAPER_MARK));
        rows.add(row("mark.passes", mean(GcCycle::passes), "", PAPER_PASSES));
        rows.add(row("sweep.share", share(GcCycle::sweep), "", PAPER_SWEEP));
        return rows;
    }

    private Row row(String name, double value, String unit, double paper) {
        return isOfPaper
                ? Row.compared(prefix + name, value, unit, paper, cycles.size())
                : Row.alone(prefix + name, value, unit, cycles.size());
    }

    private double mean(ToDoubleFunction<GcCycle> figure) {
        return cycles.stream().mapToDouble(figure).average().orElseThrow();
    }

    private double share(ToDoubleFunction<GcCycle> phase) {
        return mean(phase) / mean(GcCycle::total);
    }

    /** From the start of the first to the start of the last. */
    private double span() {
        return cycles.getLast().start() - cycles.getFirst().start();
    }

    /** In that time. */
    private double busy() {
        return cycles.stream().mapToDouble(GcCycle::total).sum()
                - cycles.getLast().total();
    }
}
