// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.gc;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Numbers;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** How fast one thread of the collector marks, against one of bdwgc, on the same graph (benchmarks/native/graph.h). */
final class MarkRate {
    private static final long MIB = 1L << 20;
    private static final String BDWGC = "mark_bdwgc";

    /** One cycle of either collector. Processor time of the marking thread, in nanoseconds. */
    private record Marking(double cpu, double objects, double bytes) {
        /** Millions a second. */
        double objectRate() {
            return objects / cpu * 1e3;
        }

        /** Megabytes a second. */
        double byteRate() {
            return bytes / cpu * 1e3;
        }
    }

    private MarkRate() {}

    /** Without bdwgc's development files only the shared collector's rates. */
    static List<Row> run(List<Long> sizes, int cycles) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        boolean compared = Files.exists(Child.fileOfC(BDWGC));
        for (long megabytes : sizes) {
            String suffix = megabytes == 256 ? "" : "." + megabytes + "m";
            List<Marking> shared = shared(megabytes * MIB, cycles);
            rows.addAll(compared ? compared(suffix, shared, bdwgc(megabytes * MIB, cycles)) : alone(suffix, shared));
        }
        return rows;
    }

    private static List<Row> compared(String suffix, List<Marking> shared, List<Marking> bdwgc) {
        int runs = shared.size();
        double objects = Numbers.median(shared, Marking::objectRate);
        double objectsOfTwin = Numbers.median(bdwgc, Marking::objectRate);
        return List.of(
                Row.compared("mark.rate.vs.bdwgc" + suffix, objects / objectsOfTwin, "", 1, runs), //
                Row.compared("mark.rate.objects" + suffix, objects, "M/s", objectsOfTwin, runs), //
                Row.compared(
                        "mark.rate.bytes" + suffix,
                        Numbers.median(shared, Marking::byteRate),
                        "MB/s",
                        Numbers.median(bdwgc, Marking::byteRate),
                        runs));
    }

    private static List<Row> alone(String suffix, List<Marking> shared) {
        return List.of(
                Row.alone(
                        "mark.rate.objects" + suffix,
                        Numbers.median(shared, Marking::objectRate),
                        "M/s",
                        shared.size()), //
                Row.alone(
                        "mark.rate.bytes" + suffix, Numbers.median(shared, Marking::byteRate), "MB/s", shared.size()));
    }

    private static List<Marking> shared(long bytes, int cycles) throws IOException, InterruptedException {
        String segment = "bench-mark-" + ProcessHandle.current().pid();
        try (Child _ = Child.ofDaemon(segment, "--objects", bytes / MIB * 3 / 2 + "M", "--gc-threads", 1);
                Child program = Child.ofC("mark_shared", segment, bytes, cycles)) {
            return program.readAll().stream().map(line -> marking(line, 4, 6)).toList();
        }
    }

    private static List<Marking> bdwgc(long bytes, int cycles) throws IOException, InterruptedException {
        try (Child program = Child.ofC(BDWGC, bytes, cycles)) {
            return program.readAll().stream().map(line -> marking(line, 2, 3)).toList();
        }
    }

    private static Marking marking(String[] line, int cpu, int objects) {
        return new Marking(
                Double.parseDouble(line[cpu]),
                Double.parseDouble(line[objects]),
                Double.parseDouble(line[objects + 1]));
    }
}
