// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.protocols;

import colors.benchmarks.calls.RpcFigures;
import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Rounds;
import colors.benchmarks.measuring.Row;
import colors.benchmarks.measuring.TemporaryFolder;
import colors.benchmarks.objects.AgentSuite;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Apache Cassandra and HDFS with a cache of their answers, which clients reach over Thrift and over shared objects, by
 * the method of the CoLoRS paper (section 6.4, table 4). In each round both are measured, one after the other, with new
 * processes of the clients.
 */
public final class AppsSuite {
    private static final Path MODULE = Child.root().resolve("benchmarks/apps/target");
    private static final Path CLASSES = MODULE.resolve("colors-apps.jar");
    private static final String LIBRARIES = MODULE.resolve("lib") + "/*";
    private static final String JAVA_17 = System.getProperty("colors.bench.java17", "");
    private static final String THRIFT = "Thrift";
    private static final String COLORS = "Colors";
    private static final List<String> WAYS = List.of(THRIFT, COLORS);
    private static final String THROUGHPUT = "throughput";
    private static final String LATENCY = "latency";
    private static final String CALL = "call";
    private static final int WARM_UP_MS = 8000;

    private final Effort effort;
    private final Pattern wanted;
    private final Rounds rounds = new Rounds(); // APPLICATION.FIGURE.WAY

    private AppsSuite(Effort effort, String only) {
        this.effort = effort;
        wanted = Pattern.compile(only);
    }

    public static List<Row> run(Effort effort, String only) throws Exception {
        if (!Files.isReadable(CLASSES)) {
            System.err.println("all rows are left out: " + CLASSES
                    + " was not built, as a smoke test downloads nothing; bench apps without --smoke builds it");
            return List.of();
        }
        AppsSuite suite = new AppsSuite(effort, only);
        String segment = "bench-apps-" + ProcessHandle.current().pid();
        try (Child _ = Child.ofDaemon(segment)) {
            if (suite.isWanted("cassandra")) {
                suite.measureCassandra(segment);
            }
            if (suite.isWanted("hdfs")) {
                suite.measureHdfs(segment);
            }
        }
        return suite.rows();
    }

    private boolean isWanted(String application) {
        return Stream.of(THROUGHPUT, LATENCY, CALL)
                .flatMap(figure -> Stream.of("", "." + THRIFT, "." + COLORS)
                        .map(way -> application + "." + figure + way.toLowerCase(Locale.ROOT)))
                .anyMatch(name -> wanted.matcher(name).find());
    }

    private void measureCassandra(String segment) throws IOException, InterruptedException {
        if (JAVA_17.isEmpty()) {
            System.err.println("the rows cassandra.* are left out: Cassandra needs a JDK 17, and none was found;"
                    + " COLORS_JAVA17_HOME names one");
            return;
        }
        try (CassandraNode node = new CassandraNode(Path.of(JAVA_17, "bin", "java"), LIBRARIES)) {
            measure(segment, "cassandra", "Cassandra", Integer.toString(node.port()));
        }
    }

    private void measureHdfs(String segment) throws IOException, InterruptedException {
        try (TemporaryFolder folder = new TemporaryFolder("colors-hdfs");
                Child cluster = Child.ofJava(segment, flags(THRIFT), nameOf("HdfsCluster"), folder.path())) {
            measure(segment, "hdfs", "Hdfs", cluster.readAddress()[0]);
        }
    }

    /** One that runs at that port, with a server for each way, of which that for shared objects alone has the agent. */
    private void measure(String segment, String application, String types, String port)
            throws IOException, InterruptedException {
        try (Child thrift = Child.ofJava(segment, flags(THRIFT), nameOf(types + "Server"), port, THRIFT);
                Child colors = Child.ofJava(segment, flags(COLORS), nameOf(types + "Server"), port, COLORS)) {
            Map<String, String> ports = Map.of(THRIFT, thrift.readAddress()[0], COLORS, colors.readAddress()[0]);
            for (String way : WAYS) {
                run(segment, way, types + "Check", port, ports.get(way), way);
            }
            for (int round = 0; round < effort.of(1, 3, 7); round++) {
                rounds.begin();
                for (String way : WAYS) {
                    measureOnce(segment, application, way, ports.get(way));
                }
            }
        }
    }

    private void measureOnce(String segment, String application, String way, String port)
            throws IOException, InterruptedException {
        RpcFigures figures = RpcFigures.of(run(
                segment,
                way,
                "AppClient",
                application + way,
                port,
                effort.of(10, 2000, 10_000),
                effort.of(1, WARM_UP_MS / 2, WARM_UP_MS)));
        System.out.printf("  %s.%s: %s%n", application, way, figures);
        rounds.put(figure(application, CALL, way), figures.latency());
        if (figures.intercept() > 0) {
            rounds.put(figure(application, LATENCY, way), figures.intercept());
        }
        figures.throughput().ifPresent(value -> rounds.put(figure(application, THROUGHPUT, way), value));
    }

    private static List<String[]> run(String segment, String way, String type, Object... arguments)
            throws IOException, InterruptedException {
        try (Child program = Child.ofJava(segment, flags(way), nameOf(type), arguments)) {
            return program.readAll();
        }
    }

    private static String nameOf(String type) {
        return "colors.benchmarks.apps." + type;
    }

    private static String figure(String application, String figure, String way) {
        return application + "." + figure + "." + way.toLowerCase(Locale.ROOT);
    }

    private static List<String> flags(String way) {
        List<String> flags = new ArrayList<>();
        if (way.equals(COLORS)) {
            flags.add(AgentSuite.option("exclusive=" + nameOf("SharedKey") + ";" + nameOf("FileEntry")));
        }
        flags.add("-Dlogback.configurationFile=" + Child.root().resolve("benchmarks/apps/cassandra/logback.xml"));
        flags.add("-cp");
        flags.add(String.join(File.pathSeparator, CLASSES.toString(), LIBRARIES));
        return flags;
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (String application : List.of("cassandra", "hdfs")) {
            if (rounds.has(figure(application, CALL, THRIFT))) {
                addRows(rows, application, THROUGHPUT, "1/ms");
                addRows(rows, application, LATENCY, "us");
                addRows(rows, application, CALL, "us");
            }
        }
        return RpcFigures.told(
                rows.stream().filter(row -> wanted.matcher(row.name()).find()).toList());
    }

    /** How many times better it is with shared objects, and what it is in both ways. */
    private void addRows(List<Row> rows, String application, String figure, String unit) {
        String thrift = figure(application, figure, THRIFT);
        String colors = figure(application, figure, COLORS);
        List<Double> better = figure.equals(THROUGHPUT) ? rounds.ratios(colors, thrift) : rounds.ratios(thrift, colors);
        rows.addAll(Row.ofSpread(application + "." + figure, better));
        for (String name : List.of(thrift, colors)) {
            rows.add(Row.alone(
                    name, rounds.median(name), unit, rounds.values(name).size()));
        }
    }
}
