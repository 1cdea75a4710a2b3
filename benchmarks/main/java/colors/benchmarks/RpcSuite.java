// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Calls of a service in another process, with lists as arguments and results, by the method of the CoLoRS paper
 * (section 6.2): the latency is the time of a call with one element; the throughput, elements a millisecond, comes from
 * the line that least squares lay through the times of all sizes. In each round all frameworks are measured, one after
 * the other, with new processes.
 */
final class RpcSuite {
    private static final List<RpcFramework> FRAMEWORKS = List.of(
            RpcFramework.onSocket("fory", RpcFory.class.getName()), RpcFramework.shared("colors", RpcColors.class));
    private static final int WARM_UP_MS = 8000;
    private static final double NANOS_PER_MICRO = 1000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Effort effort;
    private final Pattern wanted;
    private final Map<String, List<Double>> latencies = new LinkedHashMap<>(); // us
    private final Map<String, List<Double>> throughputs = new LinkedHashMap<>(); // elements a ms

    private RpcSuite(Effort effort, String only) {
        this.effort = effort;
        wanted = Pattern.compile(only);
    }

    static List<Row> run(Effort effort, String only) throws Exception {
        RpcSuite suite = new RpcSuite(effort, only);
        for (int round = 0; round < effort.of(1, 3, 7); round++) {
            for (RpcType type : RpcType.values()) {
                suite.measure(type);
            }
        }
        return suite.rows();
    }

    private void measure(RpcType type) throws IOException, InterruptedException {
        if (!wanted.matcher("java." + type).find()) {
            return;
        }
        for (RpcFramework framework : FRAMEWORKS) {
            List<String[]> times =
                    framework.times(type, effort.of(10, 2000, 10_000), effort.of(1, WARM_UP_MS / 2, WARM_UP_MS));
            String name = framework.name() + "." + type;
            add(latencies, name, Double.parseDouble(times.getFirst()[1]) / NANOS_PER_MICRO);
            add(throughputs, name, NANOS_PER_MILLI / slope(times));
            System.out.printf(
                    "  %s: %.2f us, %.0f elements/ms%n",
                    name, latencies.get(name).getLast(), throughputs.get(name).getLast());
        }
    }

    private static void add(Map<String, List<Double>> values, String name, double value) {
        values.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
    }

    /** Nanoseconds for one element more. */
    private static double slope(List<String[]> times) {
        double n = times.size(), x = 0, y = 0, xx = 0, xy = 0;
        for (String[] line : times) {
            double size = Double.parseDouble(line[0]), time = Double.parseDouble(line[1]);
            x += size;
            y += time;
            xx += size * size;
            xy += size * time;
        }
        return (n * xy - x * y) / (n * xx - x * x);
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }

    /** The median of the ratios of each round. */
    private static double ratio(List<Double> of, List<Double> to) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < of.size(); i++) {
            ratios.add(of.get(i) / to.get(i));
        }
        return median(ratios);
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (RpcType type : RpcType.values()) {
            String mine = "colors." + type, other = "fory." + type;
            if (latencies.containsKey(mine)) {
                int runs = latencies.get(mine).size();
                rows.add(Row.compared(
                        "java.latency." + type + ".us",
                        median(latencies.get(mine)),
                        "us",
                        median(latencies.get(other)),
                        runs));
                rows.add(Row.alone(
                        "java.latency." + type + ".vs.fory",
                        ratio(latencies.get(other), latencies.get(mine)),
                        "x",
                        runs));
                rows.add(Row.compared(
                        "java.throughput." + type,
                        median(throughputs.get(mine)),
                        "1/ms",
                        median(throughputs.get(other)),
                        runs));
                rows.add(Row.alone(
                        "java.throughput." + type + ".vs.fory",
                        ratio(throughputs.get(mine), throughputs.get(other)),
                        "x",
                        runs));
            }
        }
        return rows;
    }
}
