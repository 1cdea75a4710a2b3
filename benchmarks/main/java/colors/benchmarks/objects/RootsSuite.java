// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.objects;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Measured;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Root-log chunks against a canonical weak table: time of a hop, private garbage and collections, roots kept. */
public final class RootsSuite {
    private static final List<String> WAYS = List.of("chunks", "table");
    private static final List<String> ORDERS = List.of("ordered", "shuffled", "random");
    private static final List<String> SIZES = List.of("1000", "100000", "1000000");

    private RootsSuite() {}

    /** The table's row is the baseline of the chunks' row, and the other way round. */
    public static List<Row> run(Effort effort, String only) throws RunnerException, IOException, InterruptedException {
        Pattern wanted = Pattern.compile(only);
        List<Row> rows = new ArrayList<>();
        for (String order : ORDERS) {
            for (String size : SIZES) {
                String name = order + "." + size;
                if (wanted.matcher(name).find()) {
                    System.out.println("measuring " + name);
                    rows.addAll(
                            hops(name, new Runner(options(order, size, effort).build()).run()));
                }
            }
            if (wanted.matcher(order + ".kept").find()) {
                rows.addAll(kept(order));
            }
        }
        return rows;
    }

    private static ChainedOptionsBuilder options(String order, String size, Effort effort) {
        ChainedOptionsBuilder options = Measured.effort(effort, true, 3, 6)
                .include(RootsJava.class.getName() + ".hop$")
                .param("order", order)
                .param("nodes", size)
                .addProfiler(GCProfiler.class);
        return effort.isSmoke() ? options : options.measurementTime(TimeValue.seconds(1));
    }

    private static List<Row> hops(String name, Collection<RunResult> results) {
        Map<String, RunResult> byWay = new HashMap<>();
        results.forEach(result -> byWay.put(result.getParams().getParam("roots"), result));
        List<Row> rows = new ArrayList<>();
        for (String way : WAYS) {
            RunResult mine = byWay.get(way);
            RunResult other = byWay.get(way.equals("chunks") ? "table" : "chunks");
            long runs = mine.getPrimaryResult().getStatistics().getN();
            rows.add(Row.compared("root." + way + "." + name, time(mine), "ns/hop", time(other), runs));
            rows.add(Row.compared(
                    "root." + way + "." + name + ".garbage",
                    secondary(mine, "gc.alloc.rate.norm"),
                    "B/hop",
                    secondary(other, "gc.alloc.rate.norm"),
                    runs));
            rows.add(Row.compared(
                    "root." + way + "." + name + ".gc",
                    secondary(mine, "gc.time") / runs,
                    "ms/s",
                    secondary(other, "gc.time") / runs,
                    runs));
        }
        return rows;
    }

    private static double time(RunResult result) {
        return result.getAggregatedResult().getPrimaryResult().getStatistics().getPercentile(50);
    }

    /** 0 when there was none. */
    private static double secondary(RunResult result, String name) {
        Result<?> found = result.getAggregatedResult().getSecondaryResults().get(name);
        return found == null ? 0 : found.getScore();
    }

    /** Of the wrappers that the program holds, which are the baseline. */
    private static List<Row> kept(String order) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (String way : WAYS) {
            String segment = "bench-roots-" + ProcessHandle.current().pid();
            try (Child _ = Child.ofDaemon(segment, "--objects", "256M");
                    Child program = Child.ofJava(segment, RootsKept.class.getName(), way, order)) {
                String[] line = program.readAll().getLast();
                double held = Double.parseDouble(line[3]);
                rows.add(Row.compared(
                        "root." + way + "." + order + ".before", Double.parseDouble(line[1]), "roots", held, 1));
                rows.add(Row.compared(
                        "root." + way + "." + order + ".kept", Double.parseDouble(line[2]), "roots", held, 1));
            }
        }
        return rows;
    }
}
