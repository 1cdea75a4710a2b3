// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.graph;

import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Measured;
import colors.benchmarks.measuring.Row;
import colors.benchmarks.measuring.ThreadCpu;
import colors.benchmarks.objects.AgentSuite;
import colors.benchmarks.objects.FieldSuite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.Statistics;

/**
 * Whole graphs: to build and to read trees, shared against private and against Fory; what is kept alive; allocation
 * where it is hard.
 */
public final class GraphSuite {
    /**
     * What is done with a tree.
     *
     * @param row the middle of a row's name
     * @param function a method of {@link GraphJava}, or the name of a function in graph.py and graph.js
     * @param strings none, short, long
     */
    private record Operation(String row, String function, String strings) {}

    /** What a call took: the thread's processor time, and time by the clock. */
    private record Cost(Statistics cpu, Statistics elapsed) {
        static Cost of(RunResult result) {
            double[] elapsed = result.getBenchmarkResults().stream()
                    .flatMap(fork -> fork.getIterationResults().stream())
                    .mapToDouble(one -> one.getPrimaryResult().getScore())
                    .toArray();
            return new Cost(ThreadCpu.of(result), new ListStatistics(elapsed));
        }
    }

    /** Heaps that do not grow, as in {@link FieldSuite}. */
    static final String[] FIXED_HEAP = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"};

    private static final List<Operation> JAVA = List.of( //
            new Operation("build", "build", "none"), //
            new Operation("read", "read", "none"), //
            new Operation("build.strings.short", "build", "short"), //
            new Operation("build.strings.long", "build", "long"), //
            new Operation("read.strings.short", "lengths", "short"), //
            new Operation("read.strings.long", "lengths", "long"), //
            new Operation("read.strings.short.compared", "compared", "short"), //
            new Operation("read.strings.long.compared", "compared", "long"), //
            new Operation("read.strings.short.copied", "copied", "short"), //
            new Operation("read.strings.long.copied", "copied", "long"), //
            new Operation("read.fresh", "fresh", "none"));

    private static final List<Operation> GUEST = List.of( //
            new Operation("build", "build", "none"), //
            new Operation("read", "read", "none"), //
            new Operation("build.strings.short", "build.strings", "short"), //
            new Operation("build.strings.long", "build.strings", "long"), //
            new Operation("read.strings.short", "read.strings", "short"), //
            new Operation("read.strings.long", "read.strings", "long"));

    private static final List<Operation> PASSES = List.of( //
            new Operation("tree", "pass", "none"), //
            new Operation("tree.strings.short", "pass", "short"), //
            new Operation("tree.strings.long", "pass", "long"));

    private static final List<String> LANGUAGES = List.of("python", "js");

    /** In Python only. */
    private static final List<Operation> PYTHON = List.of( //
            new Operation("allocate", "allocate", "none"), //
            new Operation("construct", "construct", "none"), //
            new Operation("list.append", "list.append", "none"));

    /** In Python only, of a tree that has names, as most objects do. */
    private static final List<Operation> COPIES = List.of( //
            new Operation("copy", "copy", "short"), //
            new Operation("copy.out", "copy.out", "short"));

    private static final int COPIED_NODES = 15;

    /**
     * How host Java has its shared objects, against which private ones. What another option of the agent makes of them
     * is another line of the list.
     *
     * @param suffix the end of a row's name
     * @param way of {@link Trees}
     * @param twin of the private ones
     * @param agent its options, or null: without it
     * @param made of {@link GraphJava}
     */
    private record Way(String suffix, String way, String twin, String agent, String made) {}

    private static final List<Way> WAYS = List.of( //
            new Way("", "handles", "plain", null, "handles"), //
            new Way(".agent", "plain", "plain", "share=" + GraphNode.class.getName(), "construct"), //
            new Way(".exclusive", "plain", "plain", "exclusive=" + GraphNode.class.getName(), "exclusive"), //
            new Way(".final.agent", "final", "final", "share=" + FinalGraphNode.class.getName(), "construct"), //
            new Way(".final.exclusive", "final", "final", "exclusive=" + FinalGraphNode.class.getName(), "exclusive"));

    private final Effort effort;
    private final Pattern wanted;
    private final List<Integer> sizes;
    private final Map<String, Cost> twins = new HashMap<>();
    private final List<Row> rows = new ArrayList<>();

    private GraphSuite(Effort effort, String only) {
        this.effort = effort;
        wanted = Pattern.compile(only);
        sizes = effort.isSmoke() ? List.of(15) : List.of(1, 15, 1023);
    }

    public static List<Row> run(Effort effort, String only) throws RunnerException, IOException, InterruptedException {
        GraphSuite suite = new GraphSuite(effort, only);
        suite.java();
        suite.fory();
        suite.guests();
        suite.rows.addAll(GraphAllocation.rows(effort, suite.wanted));
        suite.rows.addAll(Retained.rows(effort, suite.wanted));
        return suite.rows;
    }

    /** A smoke test has each operation once, each time another way, or in another language. */
    private <T> List<T> inTurn(List<T> ways, int operation) {
        return effort.isSmoke() ? List.of(ways.get(operation % ways.size())) : ways;
    }

    private boolean wants(String row) {
        boolean wants = wanted.matcher(row).find();
        if (wants) {
            System.out.println("measuring " + row);
        }
        return wants;
    }

    private void java() throws RunnerException {
        for (Operation operation : JAVA) {
            for (int nodes : sizes) {
                for (Way way : inTurn(WAYS, JAVA.indexOf(operation))) {
                    String row = "java." + operation.row() + "." + nodes + way.suffix();
                    if (wants(row)) {
                        addWithElapsed(row, shared(way, operation, nodes), twin(way, operation, nodes), nodes);
                    }
                }
            }
        }
    }

    /** The value is Fory's, the baseline ours. Fory is measured once for all ways. */
    private void fory() throws RunnerException {
        for (Operation operation : PASSES) {
            for (int nodes : sizes) {
                for (Way way : inTurn(WAYS, PASSES.indexOf(operation))) {
                    String row = "fory." + operation.row() + "." + nodes + way.suffix();
                    if (wants(row)) {
                        addWithElapsed(row, fory(operation, nodes), shared(way, operation, nodes), nodes);
                    }
                }
            }
        }
    }

    private void guests() throws RunnerException {
        for (Operation operation : GUEST) {
            for (String language : inTurn(LANGUAGES, GUEST.indexOf(operation))) {
                for (int nodes : sizes) {
                    guest(language, language + "." + operation.row() + "." + nodes, operation, nodes, "ns/node");
                }
            }
        }
        for (Operation operation : PYTHON) {
            guest("python", "python." + operation.row(), operation, 1, "ns/op");
        }
        for (Operation operation : COPIES) {
            guest("python", "python." + operation.row(), operation, COPIED_NODES, "ns/node");
        }
    }

    private void guest(String language, String row, Operation operation, int nodes, String unit)
            throws RunnerException {
        if (wants(row)) {
            add(
                    row,
                    guest(language, operation, nodes, true),
                    guest(language, operation, nodes, false),
                    nodes * GraphGuest.passes(nodes),
                    unit);
        }
    }

    private void add(String row, Cost value, Cost baseline, int times, String unit) {
        add(row, value.cpu(), baseline.cpu(), times, unit);
    }

    private void add(String row, Statistics value, Statistics baseline, int times, String unit) {
        rows.add(Row.compared(
                row, value.getPercentile(50) / times, unit, baseline.getPercentile(50) / times, value.getN()));
    }

    /** Where much is allocated, the clock's time too: what both collectors take of it. */
    private void addWithElapsed(String row, Cost value, Cost baseline, int nodes) {
        add(row, value, baseline, nodes, "ns/node");
        if (row.contains("build") || row.contains("tree")) {
            add(row + ".elapsed", value.elapsed(), baseline.elapsed(), nodes, "ns/node");
        }
    }

    private Cost shared(Way way, Operation operation, int nodes) throws RunnerException {
        ChainedOptionsBuilder options = java(GraphJava.class, operation, nodes, way.agent())
                .param("way", way.way())
                .param("made", way.made());
        return measure(options);
    }

    /** Private objects, in a JVM without the agent. Measured once for all ways. */
    private Cost twin(Way way, Operation operation, int nodes) throws RunnerException {
        String key = way.twin() + " " + operation + " " + nodes;
        if (!twins.containsKey(key)) {
            twins.put(
                    key,
                    measure(java(GraphJava.class, operation, nodes, null)
                            .param("way", way.twin())
                            .param("made", "private")));
        }
        return twins.get(key);
    }

    private Cost fory(Operation operation, int nodes) throws RunnerException {
        String key = "fory " + operation + " " + nodes;
        if (!twins.containsKey(key)) {
            twins.put(key, measure(java(GraphFory.class, operation, nodes, null)));
        }
        return twins.get(key);
    }

    private ChainedOptionsBuilder java(Class<?> type, Operation operation, int nodes, String agent) {
        List<String> flags = new ArrayList<>(effort.isSmoke() ? List.of() : List.of(FIXED_HEAP));
        flags.add("-XX:+UseCompactObjectHeaders"); // as ./colors java has it
        if (agent != null) {
            flags.add(AgentSuite.option(agent));
        }
        return Measured.effort(effort, agent == null, 4, 6)
                .jvmArgsAppend(flags.toArray(String[]::new))
                .include(type.getName() + "." + operation.function() + "$") //
                .param("strings", operation.strings())
                .param("nodes", String.valueOf(nodes));
    }

    private Cost guest(String language, Operation operation, int nodes, boolean shared) throws RunnerException {
        return measure(Measured.effort(effort, true, 12, 18)
                .jvmArgsAppend(FIXED_HEAP)
                .include(GraphGuest.class.getName() + ".operation$") //
                .param("language", language)
                .param("operation", operation.function())
                .param("strings", operation.strings())
                .param("nodes", String.valueOf(nodes))
                .param("shared", String.valueOf(shared)));
    }

    private static Cost measure(ChainedOptionsBuilder options) throws RunnerException {
        return Cost.of(new Runner(options.addProfiler(ThreadCpu.class).build())
                .run()
                .iterator()
                .next());
    }
}
