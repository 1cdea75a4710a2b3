// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.programs;

import colors.benchmarks.measuring.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one process of a program measured.
 *
 * @param startMillis processor time of the process when the program's main began
 * @param iterations the program's work, time after time
 * @param checksum of what came out of each
 */
record OverheadRun(double startMillis, List<Iteration> iterations, String checksum) {
    private static final double NANOS_PER_MS = 1e6;

    /** Milliseconds of the program's thread, of all threads of the process, and of the clock. */
    record Iteration(double thread, double process, double wall) {}

    /**
     * From lines {@code start CPU} and {@code iteration THREAD WALL CHECKSUM CPU}, in nanoseconds; CPU is what the
     * process has used so far. Throws IOException when one is missing, or two checksums differ.
     */
    static OverheadRun of(List<String[]> lines) throws IOException {
        double start = Double.NaN;
        double process = Double.NaN;
        String checksum = null;
        List<Iteration> iterations = new ArrayList<>();
        for (String[] line : lines) {
            if (line[0].equals("start")) {
                start = millis(line[1]);
                process = start;
            } else if (line[0].equals("iteration")) {
                iterations.add(new Iteration(millis(line[1]), millis(line[4]) - process, millis(line[2])));
                process = millis(line[4]);
                if (checksum != null && !checksum.equals(line[3])) {
                    throw new IOException("iteration %d had the checksum %s, those before it %s"
                            .formatted(iterations.size(), line[3], checksum));
                }
                checksum = line[3];
            }
        }
        if (Double.isNaN(start) || iterations.isEmpty()) {
            throw new IOException("the program printed no line 'start' or no line 'iteration'");
        }
        return new OverheadRun(start, iterations, checksum);
    }

    private static double millis(String nanos) {
        return Long.parseLong(nanos) / NANOS_PER_MS;
    }

    /** The later half, in which most is compiled; its median. */
    double steady(ToDoubleFunction<Iteration> time) {
        return Numbers.median(iterations.subList(iterations.size() / 2, iterations.size()), time);
    }

    /**
     * Processor time of the process before the later half: its start, loading of classes, compilation, and the work so
     * far.
     */
    double warmUpMillis() {
        return startMillis
                + iterations.subList(0, iterations.size() / 2).stream()
                        .mapToDouble(Iteration::process)
                        .sum();
    }
}
