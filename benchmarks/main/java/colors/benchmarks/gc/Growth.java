// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.gc;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Numbers;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How the time of a cycle grows with what lives, from 16 MiB on: one marking thread, the graph of
 * benchmarks/native/graph.h. benchmarks/plots/growth.py draws it.
 */
final class Growth {
    private static final long MIB = 1L << 20;

    /** Medians over the cycles, in milliseconds. */
    private record Point(double cycle, double sweep) {}

    private Growth() {}

    /** Stops where the machine lacks the memory. */
    static List<Row> run(long mostMegabytes, int cycles) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (long megabytes = 16; megabytes <= mostMegabytes; megabytes *= megabytes < 4096 ? 4 : 2) {
            if (megabytes * 3 / 2 > availableMegabytes()) {
                System.out.printf(
                        "growth ends before %d MiB: %d MiB of memory are available%n", megabytes, availableMegabytes());
                break;
            }
            Point point = measure(megabytes, cycles);
            rows.add(Row.alone("growth.%dm.cycle.ms".formatted(megabytes), point.cycle(), "ms", cycles));
            rows.add(Row.alone("growth.%dm.sweep.ms".formatted(megabytes), point.sweep(), "ms", cycles));
        }
        return rows;
    }

    private static Point measure(long megabytes, int cycles) throws IOException, InterruptedException {
        String segment = "bench-growth-" + ProcessHandle.current().pid();
        try (Child _ = Child.ofDaemon(segment, "--objects", megabytes * 3 / 2 + "M", "--gc-threads", 1);
                Child program = Child.ofC("mark_shared", segment, megabytes * MIB, cycles)) {
            List<double[]> phases =
                    program.readAll().stream().map(Growth::phases).toList();
            return new Point(Numbers.median(phases, p -> p[0]), Numbers.median(phases, p -> p[1]));
        }
    }

    private static long availableMegabytes() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
            return lines.filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        }
    }

    /** The whole cycle and its sweep. */
    private static double[] phases(String[] line) {
        double sweep = Double.parseDouble(line[5]) / 1e6;
        double before = (Double.parseDouble(line[1]) + Double.parseDouble(line[2]) + Double.parseDouble(line[3])) / 1e6;
        return new double[] {before + sweep, sweep};
    }
}
