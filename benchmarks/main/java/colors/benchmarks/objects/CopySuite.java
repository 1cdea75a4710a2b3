// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.objects;

import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Measured;
import colors.benchmarks.measuring.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.util.Statistics;

/** Deep copies to shared memory against serialisers; bytes per object. */
public final class CopySuite {
    private static final List<String> SERIALISERS = List.of("java", "kryo", "fory");

    private CopySuite() {}

    /**
     * NAME.vs.fastest: how many times faster than the fastest serialiser with its way back; NAME.write.vs.fastest:
     * without. out.NAME.vs.fastest: a copy out of shared memory against the same, for a sender has to write what a
     * receiver of bytes reads; out.NAME.vs.fastest.decode: against the reading alone.
     */
    public static List<Row> run(Effort effort, String only) throws RunnerException {
        Pattern wanted = Pattern.compile(only);
        List<Row> rows = new ArrayList<>();
        for (String graph : List.of("tree", "graph1m")) {
            if (wanted.matcher(graph).find()) {
                compare(rows, graph, "roundTrip", graph + ".vs.fastest", effort);
                compare(rows, graph, "write", graph + ".write.vs.fastest", effort);
            }
        }
        for (String graph : List.of("tree", "graph1m")) {
            if (wanted.matcher("out." + graph).find()) {
                copyOut(rows, graph, effort);
            }
        }
        if (wanted.matcher("bytes.per.object").find()) {
            rows.addAll(ObjectBytes.rows());
        }
        return rows;
    }

    /** Serialisers recur along the graph; that of a smoke test is small. */
    private static ChainedOptionsBuilder options(String method, Effort effort) {
        return effort.isSmoke()
                ? Measured.host(CopyJava.class, method, effort).param("people", "1000")
                : Measured.host(CopyJava.class, method, effort, "-Xss64m");
    }

    private static void compare(List<Row> rows, String graph, String method, String name, Effort effort)
            throws RunnerException {
        System.out.println("measuring " + name);
        Map<String, Statistics> results =
                Measured.run(options(method, effort).param("graph", graph), params -> params.getParam("way"));
        Statistics shared = results.get("shared");
        double copy = shared.getPercentile(50);
        rows.add(times(name, results, shared));
        results.forEach((way, times) -> rows.add(
                Row.compared(graph + "." + method + "." + way, times.getPercentile(50), "us", copy, times.getN())));
    }

    private static void copyOut(List<Row> rows, String graph, Effort effort) throws RunnerException {
        String name = "out." + graph;
        System.out.println("measuring " + name);
        Map<String, Statistics> out =
                Measured.run(options("out", effort).param("graph", graph), params -> params.getParam("way"));
        Map<String, Statistics> roundTrips = Measured.run(
                options("roundTrip", effort).param("graph", graph).param("way", SERIALISERS.toArray(String[]::new)),
                params -> params.getParam("way"));
        Statistics shared = out.get("shared");
        rows.add(Row.alone(name, shared.getPercentile(50), "us", shared.getN()));
        rows.add(times(name + ".vs.fastest", roundTrips, shared));
        rows.add(times(name + ".vs.fastest.decode", out, shared));
        SERIALISERS.forEach(way -> rows.add(Row.compared(
                name + "." + way,
                out.get(way).getPercentile(50),
                "us",
                shared.getPercentile(50),
                out.get(way).getN())));
    }

    /** How many times faster than the fastest serialiser. */
    private static Row times(String name, Map<String, Statistics> results, Statistics shared) {
        double times = SERIALISERS.stream()
                        .mapToDouble(way -> results.get(way).getPercentile(50))
                        .min()
                        .orElseThrow()
                / shared.getPercentile(50);
        return new Row(name, times, "times", null, times, shared.getN());
    }
}
