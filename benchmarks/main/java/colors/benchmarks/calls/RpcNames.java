// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import java.util.Arrays;
import java.util.stream.Stream;

/** What the rows of {@link RpcRows} are called, with a client in that language. */
record RpcNames(RpcLanguage language) {
    private static final String BEST = "best";

    /** Of the rows that need that framework beside ours. */
    Stream<String> compared(RpcType type, String other) {
        return Stream.of(
                latencyAgainst(type, other),
                throughputAgainst(type, other),
                throughputAgainstBest(type),
                latencyOf(type, other),
                throughputOf(type, other));
    }

    /** Of the rows of ours, which are compared with the baseline. */
    Stream<String> ours(RpcType type) {
        return Stream.concat(
                Stream.of(latency(type), throughput(type), warmUp(type)),
                Arrays.stream(RpcClient.sizes()).mapToObj(size -> time(type, size)));
    }

    String latency(RpcType type) {
        return name("latency", type) + ".us";
    }

    String latencyAgainst(RpcType type, String other) {
        return name("latency", type) + ".vs." + other;
    }

    String latencyOf(RpcType type, String other) {
        return name("latency", type) + ".of." + other + ".us";
    }

    String throughput(RpcType type) {
        return name("throughput", type);
    }

    String throughputAgainst(RpcType type, String other) {
        return name("throughput", type) + ".vs." + other;
    }

    String throughputAgainstBest(RpcType type) {
        return throughputAgainst(type, BEST);
    }

    String throughputOf(RpcType type, String other) {
        return name("throughput", type) + ".of." + other;
    }

    String warmUp(RpcType type) {
        return name("warmup", type) + ".ms";
    }

    String time(RpcType type, int size) {
        return name("time", type) + "." + size + ".us";
    }

    private String name(String what, RpcType type) {
        return language + "." + what + "." + type.label();
    }
}
