// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.Statistics;

/**
 * Processor time of the measured thread for an operation, the kernel's part included: unlike JMH's own time it does not
 * grow when others use the processors. What it does not show: the private and the shared collector, which are threads
 * of their own, and waiting for them.
 */
public final class ThreadCpu implements InternalProfiler {
    private static final String RESULT = "thread.cpu";
    private static final String WORKERS = "-jmh-worker-";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private Map<Long, Long> before = Map.of();

    @Override
    public String getDescription() {
        return "Processor time of the measured thread";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = workers();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long used = workers().entrySet().stream()
                .mapToLong(worker -> worker.getValue() - before.getOrDefault(worker.getKey(), 0L))
                .sum();
        return List.of(new ScalarResult(
                RESULT, (double) used / result.getMetadata().getAllOps(), "ns/op", AggregationPolicy.AVG));
    }

    /**
     * What JMH's threads have used so far, in nanoseconds. None is there before the first iteration; one of another
     * benchmark may still be ending.
     */
    private Map<Long, Long> workers() {
        return Arrays.stream(threads.dumpAllThreads(false, false, 0))
                .filter(thread -> thread.getThreadName().contains(WORKERS))
                .map(ThreadInfo::getThreadId) //
                .collect(Collectors.toMap(id -> id, id -> Math.max(0, threads.getThreadCpuTime(id))));
    }

    /** Of all iterations in all forks. */
    public static Statistics of(RunResult result) {
        return new ListStatistics(result.getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream()) //
                .mapToDouble(one -> one.getSecondaryResults().get(RESULT).getScore())
                .toArray());
    }
}
