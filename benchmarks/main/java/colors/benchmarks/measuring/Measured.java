// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/** How suites run JMH: each benchmark in forks of its own, with a heap that does not grow, and its median. */
public final class Measured {
    private static final List<String> FIXED_HEAP = List.of("-Xms3g", "-Xmx3g", "-XX:+AlwaysPreTouch");
    private static final TimeValue ONCE = TimeValue.milliseconds(1);

    private Measured() {}

    /**
     * A benchmark of host Java; {@code flags} are what it asks of the JVM besides, as JMH keeps only the last
     * jvmArgsAppend.
     */
    public static ChainedOptionsBuilder host(Class<?> type, String method, Effort effort, String... flags) {
        List<String> all = new ArrayList<>(effort.isSmoke() ? List.of() : FIXED_HEAP);
        all.add("-XX:+UseCompactObjectHeaders"); // as ./colors java has it
        all.addAll(List.of(flags));
        return options(type, method, effort, flags.length == 0, 3, 6).jvmArgsAppend(all.toArray(String[]::new));
    }

    /** A benchmark of a guest language, which is compiled after some 8 s. */
    public static ChainedOptionsBuilder guest(Class<?> type, String method, Effort effort) {
        return options(type, method, effort, true, 12, 18).jvmArgsAppend(FIXED_HEAP.toArray(String[]::new));
    }

    private static ChainedOptionsBuilder options(
            Class<?> type, String method, Effort effort, boolean anyJvm, int quickWarmup, int warmup) {
        return effort(effort, anyJvm, quickWarmup, warmup).include(type.getName() + "." + method + "$");
    }

    /** How often JMH measures; where any JVM will do, a smoke test runs in this one. */
    public static ChainedOptionsBuilder effort(Effort effort, boolean anyJvm, int quickWarmup, int warmup) {
        return new OptionsBuilder()
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .forks(effort.of(anyJvm ? 0 : 1, 1, 3)) //
                .warmupIterations(effort.of(0, quickWarmup, warmup))
                .warmupTime(TimeValue.seconds(1)) //
                .measurementIterations(effort.of(1, 5, 8))
                .measurementTime(effort.isSmoke() ? ONCE : TimeValue.milliseconds(effort.of(1, 400, 1000)));
    }

    /** Runs a benchmark; its statistics by what {@code name} makes of the parameters. */
    public static Map<String, Statistics> run(ChainedOptionsBuilder options, Function<BenchmarkParams, String> name)
            throws RunnerException {
        Map<String, Statistics> results = new LinkedHashMap<>();
        for (RunResult result : new Runner(options.build()).run()) {
            results.put(
                    name.apply(result.getParams()),
                    result.getAggregatedResult().getPrimaryResult().getStatistics());
        }
        return results;
    }

    /** A row of a benchmark with the parameter "shared". */
    public static Row compared(String row, ChainedOptionsBuilder options) throws RunnerException {
        Map<String, Statistics> results = run(options, params -> params.getParam("shared"));
        Statistics shared = results.get("true");
        return Row.compared(
                row, shared.getPercentile(50), "ns/op", results.get("false").getPercentile(50), shared.getN());
    }
}
