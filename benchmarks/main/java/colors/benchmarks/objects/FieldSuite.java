// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.objects;

import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Measured;
import colors.benchmarks.measuring.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.util.Statistics;

/** Field reads, writes and reference hops on shared objects against private ones, in each language. */
public final class FieldSuite {
    private static final List<String> ROWS = List.of(
            "java.read.int",
            "java.write.int",
            "java.read.double",
            "java.hop",
            "js.read.int",
            "js.write.int",
            "js.hop",
            "python.read.int",
            "python.write.int",
            "python.hop");

    /**
     * A heap that does not grow: where a page fault is dear, its growth took the hop in host Java from 5 to 80 ns for
     * seconds at a time.
     */
    private static final String[] FIXED_HEAP = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"};

    /** As {@code ./colors java} has it; guest languages run without. */
    private static final String COMPACT_HEADERS = "-XX:+UseCompactObjectHeaders";

    private FieldSuite() {}

    public static List<Row> run(Effort effort, String only) throws RunnerException {
        Pattern wanted = Pattern.compile(only);
        Map<String, Statistics> results = new HashMap<>();
        List<String> names =
                ROWS.stream().filter(name -> wanted.matcher(name).find()).toList();
        for (String name : names) {
            System.out.println("measuring " + name);
            for (RunResult result : new Runner(options(name, effort).build()).run()) {
                results.put(
                        name + (result.getParams().getParam("shared").equals("true") ? "" : ".private"),
                        result.getAggregatedResult().getPrimaryResult().getStatistics());
            }
        }
        List<Row> rows = new ArrayList<>();
        for (String name : names) {
            Statistics shared = results.get(name);
            double value = shared.getPercentile(50);
            double baseline = results.get(name + ".private").getPercentile(50);
            rows.add(Row.compared(name, value, "ns/op", baseline, shared.getN()));
        }
        return rows;
    }

    /**
     * JMH runs the row's benchmark with shared = false and true, each in forks of its own that inherit this JVM's
     * flags.
     */
    private static ChainedOptionsBuilder options(String row, Effort effort) {
        String language = row.substring(0, row.indexOf('.'));
        String operation = row.substring(row.indexOf('.') + 1);
        boolean host = language.equals("java");
        // a guest is compiled after some 8 s
        ChainedOptionsBuilder options =
                Measured.effort(effort, true, host ? 3 : 12, host ? 6 : 18).jvmArgsAppend(FIXED_HEAP);
        if (host) {
            return options.jvmArgsAppend(Stream.concat(Stream.of(FIXED_HEAP), Stream.of(COMPACT_HEADERS))
                            .toArray(String[]::new))
                    .include(FieldJava.class.getName() + "." + camelCase(operation) + "$");
        }
        return options.include(FieldGuest.class.getName() + ".operation$")
                .param("language", language)
                .param("operation", operation);
    }

    private static String camelCase(String operation) {
        int dot = operation.indexOf('.');
        return dot < 0
                ? operation
                : operation.substring(0, dot)
                        + Character.toUpperCase(operation.charAt(dot + 1))
                        + operation.substring(dot + 2);
    }
}
