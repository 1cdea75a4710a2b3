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

    private final RpcLanguage language;
    private final Pattern wanted;
    private final List<String> others;
    private final String baseline;
    private final Rounds rounds = new Rounds(); // latency.FRAMEWORK.TYPE in us, throughput.FRAMEWORK.TYPE, warmup...

    /** Of ours in that language and these frameworks, the first of which is the baseline; rows whose names match. */
    RpcRows(RpcLanguage language, String only, List<String> others) {
        this.language = language;
        baseline = others.getFirst();
        wanted = Pattern.compile(only);
        this.others = others;
    }

    /** Whether a wanted row needs that framework. */
    boolean need(String framework, RpcType type) {
        Stream<String> needed = framework.equals(OURS) ? others.stream() : Stream.of(framework);
        return needed.flatMap(other -> names(other, type)).anyMatch(this::isWanted);
    }

    /** Whether any row is wanted. */
    boolean areWanted() {
        return Stream.of(RpcType.values()).anyMatch(type -> need(OURS, type));
    }

    private boolean isWanted(String name) {
        return wanted.matcher(name).find();
    }

    /** Of the rows that need that framework beside ours. */
    private Stream<String> names(String other, RpcType type) {
        Stream<String> compared = Stream.of(latency(type, other), throughput(type, other), throughput(type, "best"));
        Stream<String> own = Stream.of(latency(type) + ".us", throughput(type), warmUp(type));
        return other.equals(baseline) ? Stream.concat(own, compared) : compared;
    }

    private String latency(RpcType type) {
        return language + ".latency." + type.label();
    }

    private String latency(RpcType type, String other) {
        return latency(type) + ".vs." + other;
    }

    private String warmUp(RpcType type) {
        return language + ".warmup." + type.label() + ".ms";
    }

    private String throughput(RpcType type) {
        return language + ".throughput." + type.label();
    }

    private String throughput(RpcType type, String other) {
        return throughput(type) + ".vs." + other;
    }

    /** A new round. */
    void begin() {
        rounds.begin();
    }

    /** Those of one round. */
    void add(String framework, RpcType type, RpcFigures figures) {
        rounds.put(latencyOf(framework, type), figures.latency());
        rounds.put(warmUpOf(framework, type), figures.warmUp());
        figures.throughput().ifPresent(throughput -> rounds.put(throughputOf(framework, type), throughput));
    }

    private static String latencyOf(String framework, RpcType type) {
        return "latency." + framework + "." + type;
    }

    private static String warmUpOf(String framework, RpcType type) {
        return "warmup." + framework + "." + type;
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
        if (measured.contains(baseline)) {
            rows.add(compared(latency(type) + ".us", "us", latencyOf(OURS, type), latencyOf(baseline, type)));
            rows.add(compared(throughput(type), "1/ms", throughputOf(OURS, type), throughputOf(baseline, type)));
            rows.add(compared(warmUp(type), "ms", warmUpOf(OURS, type), warmUpOf(baseline, type)));
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
