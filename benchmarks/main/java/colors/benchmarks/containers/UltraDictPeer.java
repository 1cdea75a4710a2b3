// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.containers;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Measured;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.Statistics;

/** Rows of UltraDict in CPython; their baselines are the shared dict in GraalPy, and CPython's own (rows .cpython). */
final class UltraDictPeer {
    private static final Path SCRIPT =
            Child.root().resolve("benchmarks/main/resources/colors/benchmarks/containers/peer_ultradict.py");

    private UltraDictPeer() {}

    /** Without those that are not wanted; empty where there is no UltraDict, which a line then says. */
    static List<Row> rows(Effort effort, Pattern wanted) throws RunnerException, InterruptedException {
        List<String> operations = List.of("get", "set").stream()
                .filter(operation ->
                        wanted.matcher("peer.ultradict." + operation).find())
                .toList();
        List<Row> rows = new ArrayList<>();
        Map<String, ListStatistics> samples = operations.isEmpty() ? Map.of() : samples(effort);
        for (String operation : samples.isEmpty() ? List.<String>of() : operations) {
            String name = "peer.ultradict." + operation;
            Statistics ultraDict = samples.get("ultradict " + operation);
            double median = ultraDict.getPercentile(50);
            rows.add(Row.compared(name, median, "ns/op", shared(name, operation, effort), ultraDict.getN()));
            rows.add(Row.compared(
                    name + ".cpython",
                    median,
                    "ns/op",
                    samples.get("dict " + operation).getPercentile(50),
                    ultraDict.getN()));
        }
        return rows;
    }

    private static double shared(String name, String operation, Effort effort) throws RunnerException {
        System.out.println("measuring the baseline of " + name);
        return Measured.run(
                        Measured.guest(ContainersGuest.class, "operation", effort)
                                .param("operation", "dict." + operation)
                                .param("shared", "true"),
                        _ -> "shared")
                .get("shared")
                .getPercentile(50);
    }

    /** By kind and operation, as the script calls them. */
    private static Map<String, ListStatistics> samples(Effort effort) throws InterruptedException {
        String python = System.getenv().getOrDefault("COLORS_BENCH_PYTHON", "python3");
        System.out.println("measuring peer.ultradict with " + python);
        Map<String, ListStatistics> samples = new HashMap<>();
        try (Child child = Child.ofProgram(python, SCRIPT, ContainersGuest.ELEMENTS, effort.of(1, 5, 24))) {
            for (String[] line : child.readAll()) {
                if (line[0].equals("missing")) {
                    leaveOut(python, String.join(" ", line).substring("missing ".length()));
                    return Map.of();
                }
                samples.computeIfAbsent(line[0] + " " + line[1], _ -> new ListStatistics())
                        .addValue(Double.parseDouble(line[2]));
            }
        } catch (IOException e) {
            leaveOut(python, e.getMessage().strip());
            return Map.of();
        }
        return samples;
    }

    private static void leaveOut(String python, String reason) {
        System.err.printf(
                "the rows peer.ultradict.* are left out, because %s cannot run UltraDict: %s. To install it:"
                        + " python3 -m venv DIR && DIR/bin/pip install UltraDict;"
                        + " then set COLORS_BENCH_PYTHON=DIR/bin/python%n",
                python, reason);
    }
}
