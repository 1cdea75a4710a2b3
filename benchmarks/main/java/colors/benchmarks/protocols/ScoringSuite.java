// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.protocols;

import colors.benchmarks.calls.RpcPeers;
import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Rounds;
import colors.benchmarks.measuring.Row;
import colors.benchmarks.measuring.Unavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A model with numpy in CPython scores what a service keeps: over shared arrays, over gRPC, and over pickle, where the
 * service is in CPython, too. In each round all are measured, one after the other, with new processes.
 */
public final class ScoringSuite {
    private static final Path MODEL = Child.root().resolve("benchmarks/peers/python/scoring.py");
    private static final String CPYTHON = System.getProperty("colors.bench.cpython");
    private static final String PYTHON = System.getProperty("colors.bench.scoring.python"); // with numpy and gRPC
    private static final List<Integer> CUSTOMERS = List.of(100, 10_000, 100_000);
    private static final String OURS = "colors";
    private static final List<String> OTHERS = List.of("grpc", "pickle");

    private final Effort effort;
    private final Rounds rounds = new Rounds(); // by CUSTOMERS.WAY

    private ScoringSuite(Effort effort) {
        this.effort = effort;
    }

    public static List<Row> run(Effort effort, String only) throws Exception {
        RpcPeers.needBuild();
        if (CPYTHON == null || PYTHON == null) {
            throw new Unavailable("a CPython 3.11 or later with its headers, and numpy and grpcio for it from the"
                    + " package index, are needed; docs/cpython.md says how to have the one, and what ./colors bench"
                    + " printed above why there are not the others");
        }
        ScoringSuite suite = new ScoringSuite(effort);
        for (int round = 0; round < effort.of(1, 3, 7); round++) {
            suite.rounds.begin();
            for (int customers : effort.isSmoke() ? List.of(100) : CUSTOMERS) {
                suite.measure(customers);
            }
        }
        Pattern wanted = Pattern.compile(only);
        return suite.rows().stream()
                .filter(row -> wanted.matcher(row.name()).find())
                .toList();
    }

    private void measure(int customers) throws IOException, InterruptedException {
        String segment = "bench-scoring-" + ProcessHandle.current().pid();
        try (Child _ = Child.ofDaemon(segment)) {
            measure(segment, OURS, customers);
        }
        for (String other : OTHERS) {
            measure(segment, other, customers);
        }
    }

    private void measure(String segment, String way, int customers) throws IOException, InterruptedException {
        try (Child model = Child.ofProgram(environment(segment), PYTHON, MODEL, way)) {
            Object[] arguments = {model.readAddress()[0], customers, effort.of(1, 6, 12)};
            try (Child service = service(segment, way, arguments)) {
                double micros = Double.parseDouble(service.readAll().getLast()[0]);
                rounds.put(customers + "." + way, micros);
                System.out.printf("  %d customers by %s: %.1f us%n", customers, way, micros);
            }
        }
    }

    private static Child service(String segment, String way, Object... arguments) throws IOException {
        return switch (way) {
            case OURS -> Child.ofJava(segment, ScoringColors.class.getName(), arguments);
            case "grpc" -> Child.ofJava(segment, RpcPeers.flags(), RpcPeers.nameOf("ScoringGrpc"), arguments);
            default ->
                Child.ofProgram(
                        PYTHON,
                        Stream.concat(Stream.of(MODEL, "pickle-service"), Stream.of(arguments))
                                .toArray());
        };
    }

    /** Package colors is in the environment of ./colors cpython. */
    private static Map<String, String> environment(String segment) throws IOException {
        Path python = Path.of(CPYTHON);
        try (Stream<Path> versions = Files.list(python.resolveSibling("../lib").normalize())) {
            Path packages = versions.filter(
                            folder -> folder.getFileName().toString().startsWith("python"))
                    .findFirst()
                    .orElseThrow()
                    .resolve("site-packages");
            return Map.of("COLORS_SEGMENT", segment, "PYTHONPATH", packages.toString());
        }
    }

    /** Of a round, how long ours takes beside the best other one, and how many times longer each other one. */
    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (int customers : CUSTOMERS) {
            String ours = customers + "." + OURS;
            if (rounds.has(ours)) {
                double best = OTHERS.stream()
                        .mapToDouble(other -> rounds.median(customers + "." + other))
                        .min()
                        .orElseThrow();
                rows.add(Row.compared(customers + ".us", rounds.median(ours), "us", best, rounds.count()));
                for (String other : OTHERS) {
                    rows.addAll(Row.ofSpread(customers + ".vs." + other, rounds.ratios(customers + "." + other, ours)));
                }
            }
        }
        return rows;
    }
}
