// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was measured of one framework with one type.
 *
 * @param latency of a call with one element, in us
 * @param intercept of the line that least squares lay through the times of all sizes, in us: of a call without
 *         elements, which the paper takes for the latency
 * @param throughput elements a ms, from the slope of that line; empty when it does not rise, so that noise is all it
 *         tells
 * @param warmUp before what was measured, in ms
 * @param times of a call, by the number of elements, in us
 */
public record RpcFigures(
        double latency, double intercept, OptionalDouble throughput, double warmUp, SortedMap<Integer, Double> times) {
    private static final int WARM_UP_MS = 8000;
    private static final int ATTEMPTS = 3;
    private static final double NANOS_PER_MICRO = 1000;
    private static final double MICROS_PER_MILLI = 1000;

    /** Measures, and again where the line does not rise, a few times at most. */
    public static RpcFigures measure(RpcFramework framework, RpcType type, Effort effort)
            throws IOException, InterruptedException {
        return measure(framework, type, type.label(), effort);
    }

    /** The same of what else the framework's programs take. */
    public static RpcFigures measure(RpcFramework framework, String what, Effort effort)
            throws IOException, InterruptedException {
        return measure(framework, what, what, effort);
    }

    private static RpcFigures measure(RpcFramework framework, Object elements, String label, Effort effort)
            throws IOException, InterruptedException {
        RpcFigures figures = null;
        for (int i = 0; i < effort.of(1, ATTEMPTS, ATTEMPTS); i++) {
            figures =
                    of(framework.times(elements, effort.of(3, 2000, 10_000), effort.of(1, WARM_UP_MS / 2, WARM_UP_MS)));
            System.out.printf("  %s.%s.%s: %s%n", framework.language(), framework.name(), label, figures);
            if (figures.throughput.isPresent()) {
                break;
            }
        }
        return figures;
    }

    /** Of the lines of {@link CallTimes}: of the warm-up, and then of sizes, the first of which is of one element. */
    public static RpcFigures of(List<String[]> lines) {
        double warmUp = Double.parseDouble(lines.getFirst()[1]);
        SortedMap<Integer, Double> times = new TreeMap<>();
        for (String[] line : lines.subList(1, lines.size())) {
            times.put(Integer.valueOf(line[0]), Double.parseDouble(line[1]) / NANOS_PER_MICRO);
        }
        double slope = slope(times);
        double intercept = mean(times.values()) - slope * mean(times.keySet());
        return new RpcFigures(
                times.get(times.firstKey()),
                intercept,
                slope > 0 ? OptionalDouble.of(MICROS_PER_MILLI / slope) : OptionalDouble.empty(),
                warmUp,
                times);
    }

    private static double mean(Collection<? extends Number> numbers) {
        return numbers.stream().mapToDouble(Number::doubleValue).average().orElseThrow();
    }

    /** Microseconds for one element more. */
    private static double slope(SortedMap<Integer, Double> times) {
        double n = times.size(), x = 0, y = 0, xx = 0, xy = 0;
        for (Map.Entry<Integer, Double> each : times.entrySet()) {
            double size = each.getKey(), time = each.getValue();
            x += size;
            y += time;
            xx += size * size;
            xy += size * time;
        }
        return (n * xy - x * y) / (n * xx - x * x);
    }

    /** Those rows that there are figures for; names the others. */
    public static List<Row> told(List<Row> rows) {
        rows.stream()
                .filter(row -> !row.isTold())
                .forEach(row -> System.out.println(row.name() + ": too flat to tell"));
        return rows.stream().filter(Row::isTold).toList();
    }

    @Override
    public String toString() {
        return "%.2f us, intercept %.2f us, ".formatted(latency, intercept)
                + (throughput.isPresent()
                        ? "%.0f elements/ms".formatted(throughput.getAsDouble())
                        : "too flat to tell elements/ms")
                + ", after a warm-up of %.1f s".formatted(warmUp / 1e3);
    }
}
