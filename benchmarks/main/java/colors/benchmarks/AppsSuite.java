// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Apache Cassandra with a cache of its answers, which clients reach over Thrift and over shared objects, by the
 * method of the CoLoRS paper (section 6.4, table 4). In each round both are measured, one after the other, with new
 * processes of the clients.
 */
final class AppsSuite {
    private static final Path MODULE = Child.root().resolve("benchmarks/apps/target");
    private static final Path CLASSES = MODULE.resolve("colors-apps.jar");
    private static final String LIBRARIES = MODULE.resolve("lib") + "/*";
    private static final String JAVA_17 = System.getProperty("colors.bench.java17", "");
    private static final List<String> WAYS = List.of("Thrift", "Colors");
    private static final int WARM_UP_MS = 8000;

    private final Effort effort;
    private final Pattern wanted;
    private final Rounds rounds = new Rounds(); // FIGURE.APPLICATION.WAY

    private AppsSuite(Effort effort, String only) {
        this.effort = effort;
        wanted = Pattern.compile(only);
    }

    static List<Row> run(Effort effort, String only) throws Exception {
        if (!Files.isReadable(CLASSES)) {
            System.err.println("all rows are left out: " + CLASSES
                    + " was not built, as a smoke test downloads nothing;" + " bench apps without --smoke builds it");
            return List.of();
        }
        AppsSuite suite = new AppsSuite(effort, only);
        String segment = "bench-apps-" + ProcessHandle.current().pid();
        try (Child _ = Child.ofDaemon(segment)) {
            suite.measureCassandra(segment);
        }
        return suite.rows();
    }

    private void measureCassandra(String segment) throws IOException, InterruptedException {
        if (JAVA_17.isEmpty()) {
            System.err.println("the rows cassandra.* are left out: Cassandra needs a JDK 17, and none was found;"
                    + " COLORS_JAVA17_HOME names one");
            return;
        }
        try (CassandraNode node = new CassandraNode(Path.of(JAVA_17, "bin", "java"), LIBRARIES);
                Child server = Child.ofJava(segment, flags(), nameOf("CassandraServer"), node.port())) {
            String port = server.readAddress()[0];
            run(segment, "CassandraCheck", node.port(), port);
            for (int round = 0; round < effort.of(1, 3, 7); round++) {
                rounds.begin();
                for (String way : WAYS) {
                    measure(segment, "cassandra", way, port);
                }
            }
        }
    }

    private void measure(String segment, String application, String way, String port)
            throws IOException, InterruptedException {
        RpcFigures figures = RpcFigures.of(run(
                segment,
                "AppClient",
                application + way,
                port,
                effort.of(10, 2000, 10_000),
                effort.of(1, WARM_UP_MS / 2, WARM_UP_MS)));
        System.out.printf("  %s.%s: %s%n", application, way, figures);
        rounds.put("latency." + application + "." + way, figures.latency());
        figures.throughput().ifPresent(value -> rounds.put("throughput." + application + "." + way, value));
    }

    private static List<String[]> run(String segment, String type, Object... arguments)
            throws IOException, InterruptedException {
        try (Child program = Child.ofJava(segment, flags(), nameOf(type), arguments)) {
            return program.readAll();
        }
    }

    private static String nameOf(String type) {
        return "colors.benchmarks.apps." + type;
    }

    private static List<String> flags() {
        return List.of(
                AgentSuite.option("exclusive=" + nameOf("SharedKey")),
                "-Dlogback.configurationFile=" + Child.root().resolve("benchmarks/apps/cassandra/logback.xml"),
                "-cp",
                String.join(File.pathSeparator, CLASSES.toString(), LIBRARIES));
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        addRows(rows, "cassandra", "throughput", "1/ms");
        addRows(rows, "cassandra", "latency", "us");
        return rows.stream().filter(row -> wanted.matcher(row.name()).find()).toList();
    }

    /** How many times better it is with shared objects, and what it is in both ways. */
    private void addRows(List<Row> rows, String application, String figure, String unit) {
        String name = application + "." + figure;
        String thrift = figure + "." + application + "." + WAYS.getFirst();
        String colors = figure + "." + application + "." + WAYS.getLast();
        List<Double> better = figure.equals("latency") ? rounds.ratios(thrift, colors) : rounds.ratios(colors, thrift);
        rows.addAll(Row.ofSpread(name, better));
        rows.add(Row.alone(
                name + ".thrift",
                rounds.median(thrift),
                unit,
                rounds.values(thrift).size()));
        rows.add(Row.alone(
                name + ".colors",
                rounds.median(colors),
                unit,
                rounds.values(colors).size()));
    }
}
