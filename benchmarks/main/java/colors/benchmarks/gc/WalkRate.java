// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.gc;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Numbers;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the reference protocol costs on a walk along a list, in host Java and in C, against raw loads of the same list.
 */
final class WalkRate {
    private static final String BIG = "1000000";

    private WalkRate() {}

    static List<Row> run(int samples) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (boolean java : new boolean[] {true, false}) {
            String name = "reference.protocol.walk" + (java ? "" : ".c");
            rows.addAll(rows(name, java, "1000", "ordered", samples));
            rows.addAll(rows(name + ".ordered", java, BIG, "ordered", samples));
            rows.addAll(rows(name + ".shuffled", java, BIG, "shuffled", samples));
        }
        return rows;
    }

    private static List<Row> rows(String name, boolean java, String nodes, String order, int samples)
            throws IOException, InterruptedException {
        String segment = "bench-walk-" + ProcessHandle.current().pid();
        List<Double> raw = new ArrayList<>();
        List<Double> protocol = new ArrayList<>();
        try (Child _ = Child.ofDaemon(segment, "--objects", "256M");
                Child program = java
                        ? Child.ofJava(segment, WalkJava.class.getName(), nodes, order, samples)
                        : Child.ofC("walk", segment, nodes, order, samples)) {
            for (String[] line : program.readAll()) {
                (line[0].equals("raw") ? raw : protocol).add(Double.parseDouble(line[1]));
            }
        }
        double twin = Numbers.median(raw, x -> x);
        double value = Numbers.median(protocol, x -> x);
        return List.of(
                Row.compared(name, value / twin, "", 1, samples),
                Row.compared(name + ".ns", value, "ns/hop", twin, samples));
    }
}
