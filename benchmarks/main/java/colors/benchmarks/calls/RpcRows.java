// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import colors.benchmarks.measuring.Rounds;
import colors.benchmarks.measuring.Row;
import colors.benchmarks.measuring.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What {@link RpcSuite} has measured in each round, and the rows of it that are wanted. */
public final class RpcRows {
    public static final String OURS = "colors";

    private final RpcNames names;
    private final Pattern wanted;
    private final List<String> others;
    private final String baseline;
    private final Rounds rounds = new Rounds(); // latency.FRAMEWORK.TYPE in us, throughput, warmup, time.SIZE likewise

    /** Of ours in that language and these frameworks, the first of which is the baseline; rows whose names match. */
    RpcRows(RpcLanguage language, String only, List<String> others) {
        names = new RpcNames(language);
        baseline = others.getFirst();
        wanted = Pattern.compile(only);
        this.others = others;
    }

    /** Whether a wanted row needs that framework. */
    boolean need(String framework, RpcType type) {
        if (framework.equals(OURS)) {
            return others.stream().anyMatch(other -> need(other, type));
        }
        Stream<String> compared = names.compared(type, framework);
        return (framework.equals(baseline) ? Stream.concat(names.ours(type), compared) : compared)
                .anyMatch(this::isWanted);
    }

    /** Whether any row is wanted. */
    boolean areWanted() {
        return Stream.of(RpcType.values()).anyMatch(type -> need(OURS, type));
    }

    private boolean isWanted(String name) {
        return wanted.matcher(name).find();
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
        figures.times().forEach((size, time) -> rounds.put(timeOf(framework, type, size), time));
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

    private static String timeOf(String framework, RpcType type, int size) {
        return "time." + size + "." + framework + "." + type;
    }

    /**
     * The value of a row is NaN when one of its lines rose in no round, or in none together with the other one's. The
     * times of single sizes are last.
     */
    List<Row> rows() {
        List<RpcType> types = Stream.of(RpcType.values())
                .filter(type -> rounds.has(latencyOf(OURS, type)))
                .toList();
        return Stream.concat(
                        types.stream().flatMap(type -> rows(type).stream()),
                        types.stream().flatMap(this::times))
                .filter(row -> isWanted(row.name()))
                .toList();
    }

    private List<Row> rows(RpcType type) {
        List<Row> rows = new ArrayList<>();
        rows.add(compared(names.latency(type), "us", latencyOf(OURS, type), latencyOf(baseline, type)));
        rows.add(compared(names.throughput(type), "1/ms", throughputOf(OURS, type), throughputOf(baseline, type)));
        rows.add(compared(names.warmUp(type), "ms", warmUpOf(OURS, type), warmUpOf(baseline, type)));
        List<String> measured = others.stream()
                .filter(other -> rounds.has(latencyOf(other, type)))
                .toList();
        for (String other : measured) {
            rows.add(ratio(names.latencyAgainst(type, other), latencyOf(other, type), latencyOf(OURS, type)));
            rows.add(ratio(names.throughputAgainst(type, other), throughputOf(OURS, type), throughputOf(other, type)));
            rows.add(alone(names.latencyOf(type, other), "us", latencyOf(other, type)));
            rows.add(alone(names.throughputOf(type, other), "1/ms", throughputOf(other, type)));
        }
        if (measured.size() == others.size()) {
            rows.add(ratio(names.throughputAgainstBest(type), throughputOf(OURS, type), best(type)));
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

    private Stream<Row> times(RpcType type) {
        return Arrays.stream(RpcClient.sizes())
                .filter(size -> rounds.has(timeOf(OURS, type, size)))
                .mapToObj(size ->
                        compared(names.time(type, size), "us", timeOf(OURS, type, size), timeOf(baseline, type, size)));
    }

    private Row compared(String name, String unit, String of, String to) {
        double baseline = rounds.median(to);
        return Double.isNaN(baseline)
                ? alone(name, unit, of)
                : Row.compared(name, rounds.median(of), unit, baseline, runs(of));
    }

    private Row alone(String name, String unit, String of) {
        return Row.alone(name, rounds.median(of), unit, runs(of));
    }

    private int runs(String of) {
        return rounds.values(of).size();
    }

    /** The median of the ratios of each round. */
    private Row ratio(String name, String of, String to) {
        List<Double> ratios = rounds.ratios(of, to);
        return Row.alone(name, ratios.isEmpty() ? Double.NaN : Spread.of(ratios).median(), "x", ratios.size());
    }
}
