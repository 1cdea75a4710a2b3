// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.graph;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Measured;
import colors.benchmarks.measuring.Row;
import colors.benchmarks.measuring.Spinner;
import colors.benchmarks.measuring.ThreadCpu;
import colors.benchmarks.objects.AgentJava;
import colors.benchmarks.objects.AgentSuite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** java.alloc of the agent's suite where it is hard: in a large segment, and where no processor is idle. */
final class GraphAllocation {
    private static final String SMALL = "256M";

    /** Medians over all iterations, in nanoseconds an object: processor time of the allocating thread, and time. */
    private record Price(double cpu, double wall, long runs) {}

    private GraphAllocation() {}

    static List<Row> rows(Effort effort, Pattern wanted) throws RunnerException, IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        if (wanted.matcher("alloc.large").find()) {
            System.out.println("measuring alloc.large");
            compare(rows, "alloc.large", inSegment(effort.isSmoke() ? "512M" : "4G", effort), inSegment(SMALL, effort));
        }
        if (wanted.matcher("alloc.loaded").find()) {
            System.out.println("measuring alloc.loaded");
            Price quiet = inSegment(SMALL, effort);
            Price quietPrivate = ofPrivate(effort);
            List<Child> load = Spinner.onEachProcessor();
            try {
                compare(rows, "alloc.loaded", inSegment(SMALL, effort), quiet);
                compare(rows, "alloc.loaded.private", ofPrivate(effort), quietPrivate);
            } finally {
                for (Child spinner : load) {
                    spinner.close();
                }
            }
        }
        return rows;
    }

    private static void compare(List<Row> rows, String name, Price value, Price baseline) {
        rows.add(Row.compared(name, value.wall(), "ns/op", baseline.wall(), value.runs()));
        rows.add(Row.compared(name + ".cpu", value.cpu(), "ns/op", baseline.cpu(), value.runs()));
    }

    /** Shared objects, in a segment of that size of its own. */
    private static Price inSegment(String size, Effort effort) throws RunnerException, IOException {
        String segment = "bench-graph-" + size + "-" + ProcessHandle.current().pid();
        try (Child _ = Child.ofDaemon(segment, "--objects", size)) {
            return measure(
                    "shared", effort, "-Dcolors.segment=" + segment, AgentSuite.option(AgentSuite.options("shared")));
        }
    }

    /** Private ones, without the agent: what others do to any program. */
    private static Price ofPrivate(Effort effort) throws RunnerException {
        return measure("private", effort);
    }

    private static Price measure(String objects, Effort effort, String... more) throws RunnerException {
        List<String> flags = new ArrayList<>(effort.isSmoke() ? List.of() : List.of(GraphSuite.FIXED_HEAP));
        flags.add("-XX:+UseCompactObjectHeaders");
        flags.addAll(List.of(more));
        ChainedOptionsBuilder options = Measured.effort(effort, false, 4, 6)
                .jvmArgsAppend(flags.toArray(String[]::new)) //
                .include(AgentJava.class.getName() + ".make$")
                .param("objects", objects)
                .addProfiler(ThreadCpu.class);
        RunResult result = new Runner(options.build()).run().iterator().next();
        return new Price(
                ThreadCpu.of(result).getPercentile(50),
                result.getAggregatedResult().getPrimaryResult().getStatistics().getPercentile(50),
                ThreadCpu.of(result).getN());
    }
}
