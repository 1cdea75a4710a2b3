// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.containers;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Numbers;
import colors.benchmarks.measuring.Row;
import colors.benchmarks.measuring.Spread;
import colors.benchmarks.measuring.Unavailable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Shared objects in CPython against private ones, and other ways to share against ours (rows peer.*). Each round is a
 * process of its own with a segment of its own. Of each row the medians, and with .q1 and .q3 the quartiles of the
 * ratio.
 */
public final class CPythonSuite {
    private static final Path SCRIPT =
            Child.root().resolve("benchmarks/main/resources/colors/benchmarks/containers/cpython.py");

    private CPythonSuite() {}

    /** A sample, nanoseconds, and that of what it is compared with, taken after it. */
    private record Pair(double value, double baseline) {}

    public static List<Row> run(Effort effort, String only) throws IOException, InterruptedException, Unavailable {
        String python = System.getProperty("colors.bench.cpython");
        if (python == null) {
            throw new Unavailable("no CPython 3.11 or later with its headers was found; docs/cpython.md says what is"
                    + " needed, and COLORS_CPYTHON names one");
        }
        Map<String, List<Pair>> samples = new LinkedHashMap<>();
        int rounds = effort.of(1, 2, 7);
        for (int round = 1; round <= rounds; round++) {
            System.out.printf("measuring in CPython, round %d of %d%n", round, rounds);
            measure(python, effort, only, samples);
        }
        List<Row> rows = new ArrayList<>();
        samples.forEach((name, pairs) -> add(rows, name, pairs));
        return rows;
    }

    private static void measure(String python, Effort effort, String only, Map<String, List<Pair>> samples)
            throws IOException, InterruptedException {
        double seconds = effort.of(1, 20, 50) / 1e3;
        int times = effort.of(1, 5, 9);
        run(python, "256M", samples, seconds, times, only);
        run(python, "2G", samples, "numpy", seconds, times, only, effort.of(1, 1024, 1024));
        run(python, "32M", samples, "start", times, only);
    }

    private static void run(String python, String objects, Map<String, List<Pair>> samples, Object... arguments)
            throws IOException, InterruptedException {
        String segment = "bench-cpython-" + ProcessHandle.current().pid();
        List<Object> all = new ArrayList<>(List.of(SCRIPT, segment));
        all.addAll(List.of(arguments));
        try (Child _ = Child.ofDaemon(segment, "--objects", objects);
                Child program = Child.ofProgram(python, all.toArray())) {
            for (String[] line : program.readAll()) {
                if (line[0].equals("missing")) {
                    System.err.printf(
                            "the rows like %s are left out: %s%n",
                            line[1], String.join(" ", line).split(" ", 3)[2]);
                } else {
                    samples.computeIfAbsent(line[0], _ -> new ArrayList<>())
                            .add(new Pair(Double.parseDouble(line[1]), Double.parseDouble(line[2])));
                }
            }
        }
    }

    private static void add(List<Row> rows, String name, List<Pair> pairs) {
        Spread ratio = Spread.of(
                pairs.stream().map(pair -> pair.value() / pair.baseline()).toList());
        rows.add(new Row(
                name,
                Numbers.median(pairs, Pair::value),
                "ns/op",
                Numbers.median(pairs, Pair::baseline),
                ratio.median(),
                pairs.size()));
        rows.add(new Row(name + ".q1", ratio.low(), "times", null, ratio.low(), pairs.size()));
        rows.add(new Row(name + ".q3", ratio.high(), "times", null, ratio.high(), pairs.size()));
    }
}
