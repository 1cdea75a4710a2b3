// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.sync;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Numbers;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Monitors against synchronized, ReentrantLock and a robust process-shared pthread mutex: one thread, and two processes
 * that contend.
 */
public final class MonitorSuite {
    private static final int CONTENDED_MS = 500;
    private static final double NANOS_PER_MS = 1e6;

    private MonitorSuite() {}

    public static List<Row> run(Effort effort, String only) throws IOException, InterruptedException {
        Pattern wanted = Pattern.compile(only);
        int samples = effort.of(1, 5, 31);
        List<Row> rows = new ArrayList<>();
        String segment = "bench-monitor-" + ProcessHandle.current().pid();
        try (Child _ = Child.ofDaemon(segment, "--objects", "64M")) {
            System.out.println("measuring one thread, in C and in Java");
            Map<String, List<Double>> c = samples(Child.ofC("monitor", segment, "alone", samples));
            Map<String, List<Double>> java = samples(Child.ofJava(segment, MonitorJava.class.getName(), samples));
            rows.add(compared("java.uncontended.vs.synchronized", java, "monitor", java, "synchronized"));
            rows.add(compared("java.uncontended.vs.lock", java, "monitor", java, "lock"));
            rows.add(compared("java.uncontended.vs.pthread", java, "monitor", c, "pthread"));
            rows.add(compared("java.uncontended.vs.pthread.downcall", java, "monitor", java, "pthread"));
            rows.add(compared("c.uncontended.vs.pthread", c, "monitor", c, "pthread"));
            rows.add(compared("c.store.vs.exchange", c, "store", c, "exchange"));
            System.out.println("measuring two processes");
            rows.add(throughput(samples(Child.ofC("monitor", segment, "contended", samples, CONTENDED_MS))));
        }
        return rows.stream().filter(row -> wanted.matcher(row.name()).find()).toList();
    }

    /** What a program measured, by name. */
    private static Map<String, List<Double>> samples(Child program) throws IOException, InterruptedException {
        Map<String, List<Double>> result = new HashMap<>();
        try (program) {
            for (String[] line : program.readAll()) {
                result.computeIfAbsent(line[0], name -> new ArrayList<>()).add(Double.parseDouble(line[1]));
            }
        }
        return result;
    }

    private static double median(Map<String, List<Double>> samples, String name) {
        return Numbers.median(samples.get(name), x -> x);
    }

    private static Row compared(
            String name, Map<String, List<Double>> samples, String what, Map<String, List<Double>> peers, String peer) {
        return Row.compared(
                name,
                median(samples, what),
                "ns/op",
                median(peers, peer),
                samples.get(what).size());
    }

    /** Critical sections of both processes: more is better. */
    private static Row throughput(Map<String, List<Double>> samples) {
        return Row.compared(
                "contended.vs.pthread",
                NANOS_PER_MS / median(samples, "monitor"),
                "ops/ms",
                NANOS_PER_MS / median(samples, "pthread"),
                samples.get("monitor").size());
    }
}
