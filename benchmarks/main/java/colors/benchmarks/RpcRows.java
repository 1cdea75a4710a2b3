// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What {@link RpcSuite} has measured in each round, and the rows of it that are wanted. */
final class RpcRows {
    static final String OURS = "colors";
    static final String BASELINE = "fory";

    private final Pattern wanted;
    private final List<String> others;
    private final Map<String, List<Double>> latencies = new HashMap<>(); // us, by framework and type
    private final Map<String, List<Double>> throughputs = new HashMap<>(); // elements a ms

    /** Of ours and these frameworks; rows whose names match. */
    RpcRows(String only, List<String> others) {
        wanted = Pattern.compile(only);
        this.others = others;
    }

    /** Whether a wanted row needs that framework. */
    boolean need(String framework, RpcType type) {
        Stream<String> needed = framework.equals(OURS) ? others.stream() : Stream.of(framework);
        return needed.flatMap(other -> names(other, type)).anyMatch(this::isWanted);
    }

    private boolean isWanted(String name) {
        return wanted.matcher(name).find();
    }

    /** Of the rows that need that framework beside ours. */
    private static Stream<String> names(String other, RpcType type) {
        Stream<String> compared = Stream.of(latency(type, other), throughput(type, other), throughput(type, "best"));
        Stream<String> own = Stream.of(latency(type), throughput(type));
        return other.equals(BASELINE) ? Stream.concat(own, compared) : compared;
    }

    private static String latency(RpcType type) {
        return "java.latency." + type + ".us";
    }

    private static String latency(RpcType type, String other) {
        return "java.latency." + type + ".vs." + other;
    }

    private static String throughput(RpcType type) {
        return "java.throughput." + type;
    }

    private static String throughput(RpcType type, String other) {
        return throughput(type) + ".vs." + other;
    }

    /** Those of one round. */
    void add(String framework, RpcType type, double latency, double throughput) {
        add(latencies, framework, type, latency);
        add(throughputs, framework, type, throughput);
    }

    private static void add(Map<String, List<Double>> values, String framework, RpcType type, double value) {
        values.computeIfAbsent(framework + "." + type, key -> new ArrayList<>()).add(value);
    }

    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (RpcType type : RpcType.values()) {
            if (latencies.containsKey(OURS + "." + type)) {
                addRows(rows, type);
            }
        }
        return rows.stream().filter(row -> isWanted(row.name())).toList();
    }

    private void addRows(List<Row> rows, RpcType type) {
        List<Double> latency = latencies.get(OURS + "." + type);
        List<Double> throughput = throughputs.get(OURS + "." + type);
        List<String> measured = others.stream()
                .filter(other -> latencies.containsKey(other + "." + type))
                .toList();
        if (measured.contains(BASELINE)) {
            rows.add(compared(latency(type), "us", latency, latencies.get(BASELINE + "." + type)));
            rows.add(compared(throughput(type), "1/ms", throughput, throughputs.get(BASELINE + "." + type)));
        }
        for (String other : measured) {
            rows.add(times(latency(type, other), latencies.get(other + "." + type), latency));
            rows.add(times(throughput(type, other), throughput, throughputs.get(other + "." + type)));
        }
        if (measured.size() == others.size()) {
            List<Double> best = measured.stream()
                    .map(other -> throughputs.get(other + "." + type))
                    .max(Comparator.comparingDouble(RpcRows::median))
                    .orElseThrow();
            rows.add(times(throughput(type, "best"), throughput, best));
        }
    }

    private static BinaryOperator<List<Double>> each(BinaryOperator<Double> operator) {
        return (one, other) -> IntStream.range(0, one.size())
                .mapToObj(round -> operator.apply(one.get(round), other.get(round)))
                .toList();
    }

    private static Row compared(String name, String unit, List<Double> values, List<Double> baselines) {
        return Row.compared(name, median(values), unit, median(baselines), values.size());
    }

    /** The median of the ratios of each round. */
    private static Row times(String name, List<Double> of, List<Double> to) {
        return Row.alone(name, median(each((a, b) -> a / b).apply(of, to)), "x", of.size());
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }
}
