// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.gc;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;

/**
 * How long single heap operations take while cycles run back to back, against without any. The control is the same
 * thread reading the clock, in turn with the operations: what it suffers is not the collector's doing.
 */
final class Stalls {
    private static final String LIVE_BYTES = String.valueOf(64L << 20);
    private static final String SWITCHED = ".switched";
    private static final String CONTROL = "control.";
    private static final double[] PERCENTILES = {99.99, 50, 99, 100};

    /** What one program found: all operations under "", some of them under the first part of a row's name. */
    private record Latencies(Map<String, Histogram> histograms, long cycles) {
        static Latencies of(List<String[]> lines, boolean knowsSwitches) {
            List<String[]> counts = lines.subList(0, lines.size() - 1);
            Map<String, Histogram> histograms = new LinkedHashMap<>();
            histograms.put("", sum(counts, kind -> !kind.startsWith("control")));
            histograms.put("allocate.", sum(counts, kind -> kind.startsWith("allocate")));
            if (knowsSwitches) {
                histograms.put(
                        "unswitched.", sum(counts, kind -> !kind.startsWith("control") && !kind.endsWith(SWITCHED)));
            }
            histograms.put(CONTROL, sum(counts, kind -> kind.startsWith("control")));
            return new Latencies(histograms, Long.parseLong(lines.getLast()[2]));
        }

        private static Histogram sum(List<String[]> counts, Predicate<String> kinds) {
            Histogram histogram = new Histogram(2);
            for (String[] line : counts) {
                if (kinds.test(line[0])) {
                    histogram.recordValueWithCount(Long.parseLong(line[1]), Long.parseLong(line[2]));
                }
            }
            return histogram;
        }
    }

    private Stalls() {}

    /** The percentile files of HdrHistogram go to the folder. */
    static List<Row> run(int seconds, Path folder) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (boolean java : new boolean[] {false, true}) {
            Latencies without = measure(java, seconds, 0, "--gc-threshold", 95, "--gc-floor", "64G");
            Latencies with = measure(java, seconds, 1, "--gc-interval", 1);
            String prefix = java ? "stall.java." : "stall.";
            if (without.cycles() != 0 || with.cycles() == 0) {
                throw new IOException("%d cycles ran where none should, %d where many should"
                        .formatted(without.cycles(), with.cycles()));
            }
            write(folder, prefix + "without", without);
            write(folder, prefix + "with", with);
            rows.addAll(rows(prefix, with, without));
        }
        return rows;
    }

    private static Latencies measure(boolean java, int seconds, int cycles, Object... options)
            throws IOException, InterruptedException {
        String segment = "bench-stall-" + ProcessHandle.current().pid();
        List<Object> all = new ArrayList<>(List.of("--objects", "8G", "--gc-threads", 1));
        all.addAll(List.of(options));
        try (Child _ = Child.ofDaemon(segment, all.toArray());
                Child program = java
                        ? Child.ofJava(segment, StallJava.class.getName(), LIVE_BYTES, seconds, cycles)
                        : Child.ofC("stall", segment, LIVE_BYTES, seconds, cycles)) {
            return Latencies.of(program.readAll(), !java);
        }
    }

    private static List<Row> rows(String prefix, Latencies with, Latencies without) {
        List<Row> rows = new ArrayList<>();
        for (double percentile : PERCENTILES) {
            String name =
                    percentile == 100 ? "max" : "p" + String.valueOf(percentile).replaceAll("\\.0$|\\.", "");
            with.histograms()
                    .forEach((part, histogram) -> rows.add(row(
                            prefix + part + name + ".us",
                            histogram,
                            without.histograms().get(part),
                            percentile,
                            with.cycles())));
        }
        return rows;
    }

    private static Row row(String name, Histogram with, Histogram without, double percentile, long cycles) {
        return Row.compared(
                name,
                with.getValueAtPercentile(percentile) / 1e3,
                "us",
                without.getValueAtPercentile(percentile) / 1e3,
                cycles);
    }

    private static void write(Path folder, String name, Latencies latencies) throws IOException {
        Files.createDirectories(folder);
        for (String part : List.of("", CONTROL)) {
            try (PrintStream file =
                    new PrintStream(folder.resolve(name + "." + part + "hgrm").toFile())) {
                latencies.histograms().get(part).outputPercentileDistribution(file, 1e3);
            }
        }
    }
}
