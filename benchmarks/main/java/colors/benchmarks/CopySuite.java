// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.util.Statistics;

/** Deep copies to shared memory against serialisers; bytes per object. */
final class CopySuite {
    private static final List<String> SERIALISERS = List.of("java", "kryo", "fory");

    private CopySuite() {
    }

    /** NAME.vs.fastest: how many times faster than the fastest serialiser with its way back; NAME.write.vs.fastest: without. */
    static List<Row> run(Effort effort, String only) throws RunnerException {
        Pattern wanted = Pattern.compile(only);
        List<Row> rows = new ArrayList<>();
        for (String graph : List.of("tree", "graph1m")) {
            if (wanted.matcher(graph).find()) {
                compare(rows, graph, "roundTrip", graph + ".vs.fastest", effort);
                compare(rows, graph, "write", graph + ".write.vs.fastest", effort);
            }
        }
        if (wanted.matcher("bytes.per.object").find()) {
            rows.addAll(ObjectBytes.rows());
        }
        return rows;
    }

    /** Serialisers recur along the graph; that of a smoke test is small. */
    private static ChainedOptionsBuilder options(String method, Effort effort) {
        return effort.isSmoke() ? Measured.host(CopyJava.class, method, effort).param("people", "1000") : Measured.host(CopyJava.class, method, effort, "-Xss64m");
    }

    private static void compare(List<Row> rows, String graph, String method, String name, Effort effort) throws RunnerException {
        System.out.println("measuring " + name);
        Map<String, Statistics> results = Measured.run(options(method, effort).param("graph", graph), params -> params.getParam("way"));
        Statistics shared = results.get("shared");
        double fastest = SERIALISERS.stream().mapToDouble(way -> results.get(way).getPercentile(50)).min().orElseThrow();
        double copy = shared.getPercentile(50);
        rows.add(new Row(name, fastest / copy, "times", null, fastest / copy, shared.getN()));
        results.forEach((way, times) -> rows.add(Row.compared(graph + "." + method + "." + way, times.getPercentile(50), "us", copy, times.getN())));
    }
}
