// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What {@link RpcSuite} has measured in each round, and the rows of it that are wanted. */
final class RpcRows {
    static final String OURS = "colors";
    static final String BASELINE = "fory";

    private final Pattern wanted;
    private final List<String> others;
    private final Rounds rounds = new Rounds(); // latency.FRAMEWORK.TYPE in us, throughput.FRAMEWORK.TYPE

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

    /** A new round. */
    void begin() {
        rounds.begin();
    }

    /** Those of one round. */
    void add(String framework, RpcType type, RpcFigures figures) {
        rounds.put(latencyOf(framework, type), figures.latency());
        figures.throughput().ifPresent(throughput -> rounds.put(throughputOf(framework, type), throughput));
    }

    private static String latencyOf(String framework, RpcType type) {
        return "latency." + framework + "." + type;
    }

    private static String throughputOf(String framework, RpcType type) {
        return "throughput." + framework + "." + type;
    }

    /** The value of a row is NaN when one of its lines rose in no round, or in none together with the other one's. */
    List<Row> rows() {
        return Stream.of(RpcType.values())
                .filter(type -> rounds.has(latencyOf(OURS, type)))
                .flatMap(type -> rows(type).stream())
                .filter(row -> isWanted(row.name()))
                .toList();
    }

    private List<Row> rows(RpcType type) {
        List<Row> rows = new ArrayList<>();
        List<String> measured = others.stream()
                .filter(other -> rounds.has(latencyOf(other, type)))
                .toList();
        if (measured.contains(BASELINE)) {
            rows.add(compared(latency(type), "us", latencyOf(OURS, type), latencyOf(BASELINE, type)));
            rows.add(compared(throughput(type), "1/ms", throughputOf(OURS, type), throughputOf(BASELINE, type)));
        }
        for (String other : measured) {
            rows.add(times(latency(type, other), latencyOf(other, type), latencyOf(OURS, type)));
            rows.add(times(throughput(type, other), throughputOf(OURS, type), throughputOf(other, type)));
        }
        if (measured.size() == others.size()) {
            rows.add(times(throughput(type, "best"), throughputOf(OURS, type), best(type)));
        }
        return rows;
    }

    /** A peer that is too flat to tell may be the best: its name, too, has no figures. */
    private String best(RpcType type) {
        return others.stream()
                .map(other -> throughputOf(other, type))
                .max(Comparator.comparingDouble(rounds::median)) // NaN is the greatest
                .orElseThrow();
    }

    private Row compared(String name, String unit, String of, String to) {
        double baseline = rounds.median(to);
        int runs = rounds.values(of).size();
        return Double.isNaN(baseline)
                ? Row.alone(name, rounds.median(of), unit, runs)
                : Row.compared(name, rounds.median(of), unit, baseline, runs);
    }

    /** The median of the ratios of each round. */
    private Row times(String name, String of, String to) {
        List<Double> ratios = rounds.ratios(of, to);
        return Row.alone(name, ratios.isEmpty() ? Double.NaN : Spread.of(ratios).median(), "x", ratios.size());
    }
}
