// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.containers;

import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Measured;
import colors.benchmarks.measuring.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.util.Statistics;

/** Rows of Chronicle Map; their baseline is the shared map. */
final class ChroniclePeer {
    private static final Map<String, String> METHODS = new LinkedHashMap<>();

    /** What Chronicle Map uses of the JDK's own: it maps files itself, and compiles classes when it opens a map. */
    private static final String[] FLAGS = {
        "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
        "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
        "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-Dslf4j.internal.verbosity=ERROR"
    };

    static {
        METHODS.put("peer.chronicle.get", "get");
        METHODS.put("peer.chronicle.get.long", "getLong");
        METHODS.put("peer.chronicle.put", "put");
        METHODS.put("peer.chronicle.put.long", "putLong");
    }

    private ChroniclePeer() {}

    /** Without those that are not wanted; empty where Chronicle Map does not run, which a line then says. */
    static List<Row> rows(Effort effort, Pattern wanted) {
        List<Row> rows = new ArrayList<>();
        try {
            for (Map.Entry<String, String> row : METHODS.entrySet()) {
                if (wanted.matcher(row.getKey()).find()) {
                    System.out.println("measuring " + row.getKey());
                    rows.add(row(row.getKey(), row.getValue(), effort));
                }
            }
        } catch (RunnerException e) {
            System.err.printf(
                    "the rows peer.chronicle.* are left out: %s. Does Chronicle Map run on this JDK (%s)? It does on"
                            + " JDK 25%n",
                    cause(e), Runtime.version());
        }
        return rows;
    }

    /** JMH's own exceptions only say that there is one inside. */
    private static Throwable cause(Throwable e) {
        Throwable next = e.getCause() == null && e.getSuppressed().length > 0 ? e.getSuppressed()[0] : e.getCause();
        return next == null ? e : cause(next);
    }

    private static Row row(String name, String method, Effort effort) throws RunnerException {
        Map<String, Statistics> results = Measured.run(
                Measured.host(ChronicleJava.class, method, effort, FLAGS), params -> params.getParam("map"));
        Statistics chronicle = results.get("chronicle");
        return Row.compared(
                name,
                chronicle.getPercentile(50),
                "ns/op",
                results.get("shared").getPercentile(50),
                chronicle.getN());
    }
}
