// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.protocols;

import colors.benchmarks.calls.RpcFigures;
import colors.benchmarks.calls.RpcFramework;
import colors.benchmarks.calls.RpcFramework.Sides;
import colors.benchmarks.calls.RpcPeers;
import colors.benchmarks.calls.RpcPlain;
import colors.benchmarks.calls.RpcSuite;
import colors.benchmarks.calls.RpcType;
import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Rounds;
import colors.benchmarks.measuring.Row;
import colors.benchmarks.measuring.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What serialising costs (CoLoRS paper, section 6.6): one service of Thrift over a socket and over our transport, and
 * as a service of shared objects. The first two differ in the way of the bytes alone, the last two in that there are
 * none. Two more have no way at all: Thrift's messages in memory, and a method. Measured as {@link RpcSuite} does it.
 */
public final class ThriftSuite {
    private static final List<RpcType> TYPES = List.of(RpcType.string, RpcType.nodes1, RpcType.nodes2, RpcType.nodes3);
    private static final List<RpcType> FEW = List.of(RpcType.nodes2); // what a smoke test measures
    private static final String SOCKET = "socket";
    private static final String TRANSPORT = "transport";
    private static final String SHARED = "shared";
    private static final String MEMORY = "memory";
    private static final String PLAIN = "plain";
    private static final String LATENCY = "latency";
    private static final String THROUGHPUT = "throughput";

    private final Effort effort;
    private final Pattern wanted;
    private final Rounds rounds = new Rounds(); // latency.TYPE.WAY in us, throughput.TYPE.WAY in elements a ms
    private final List<RpcFramework> ways = List.of(
            RpcPeers.peer(SOCKET, "ThriftPeer", Sides.SOCKETS),
            RpcPeers.peer(TRANSPORT, "ThriftOverColors", Sides.SEGMENT),
            RpcFramework.ofObjects(SHARED),
            RpcPeers.peer(MEMORY, "ThriftInMemory", Sides.ONE),
            RpcFramework.ofJava(PLAIN, RpcPlain.class.getName(), List.of(), Sides.ONE));

    private ThriftSuite(Effort effort, String only) {
        this.effort = effort;
        wanted = Pattern.compile(only);
    }

    public static List<Row> run(Effort effort, String only) throws Exception {
        RpcPeers.needBuild();
        ThriftSuite suite = new ThriftSuite(effort, only);
        for (int round = 0; round < effort.of(1, 3, 7); round++) {
            suite.rounds.begin();
            for (RpcType type : effort.isSmoke() ? FEW : TYPES) {
                suite.measure(type);
            }
        }
        return suite.rows();
    }

    private static Stream<String> names(RpcType type) {
        Stream<String> ofWays = Stream.of(SOCKET, TRANSPORT, SHARED, MEMORY, PLAIN)
                .flatMap(way -> Stream.of(figure(LATENCY, type, way), figure(THROUGHPUT, type, way)));
        return Stream.of(
                        ofWays,
                        Stream.of(LATENCY, THROUGHPUT)
                                .flatMap(what -> Stream.of(TRANSPORT + ".vs." + SOCKET, SHARED + ".vs." + TRANSPORT)
                                        .flatMap(pair -> Stream.of(what + "." + type + "." + pair, what + "." + pair))),
                        Stream.of(serialising(type)))
                .flatMap(names -> names);
    }

    private static String figure(String what, RpcType type, String way) {
        return what + "." + type + "." + way;
    }

    private static String serialising(RpcType type) {
        return "serialising." + type;
    }

    private void measure(RpcType type) throws IOException, InterruptedException {
        if (names(type).noneMatch(name -> wanted.matcher(name).find())) {
            return;
        }
        for (RpcFramework way : ways) {
            RpcFigures figures = RpcFigures.measure(way, type, effort);
            rounds.put(figure(LATENCY, type, way.name()), figures.latency());
            figures.throughput().ifPresent(throughput -> rounds.put(figure(THROUGHPUT, type, way.name()), throughput));
        }
    }

    private List<Row> rows() {
        List<RpcType> measured = TYPES.stream()
                .filter(type -> rounds.has(figure(LATENCY, type, SOCKET)))
                .toList();
        List<Row> rows = new ArrayList<>();
        for (RpcType type : measured) {
            for (RpcFramework way : ways) {
                rows.add(alone(figure(LATENCY, type, way.name()), "us"));
                rows.add(alone(figure(THROUGHPUT, type, way.name()), "1/ms"));
            }
            rows.add(Row.alone(serialising(type), serialisingShare(type), "share", rounds.count()));
        }
        for (String what : List.of(LATENCY, THROUGHPUT)) {
            addRatios(rows, measured, what, TRANSPORT, SOCKET);
            addRatios(rows, measured, what, SHARED, TRANSPORT);
        }
        return RpcFigures.told(
                rows.stream().filter(row -> wanted.matcher(row.name()).find()).toList());
    }

    private Row alone(String name, String unit) {
        return Row.alone(name, rounds.median(name), unit, rounds.values(name).size());
    }

    /**
     * How much of an element's time over our transport is for writing and reading messages: what they take in memory,
     * less what making and summing the elements takes.
     */
    private double serialisingShare(RpcType type) {
        double inMemory = 1 / rounds.median(figure(THROUGHPUT, type, MEMORY));
        double plain = 1 / rounds.median(figure(THROUGHPUT, type, PLAIN));
        return (inMemory - plain) * rounds.median(figure(THROUGHPUT, type, TRANSPORT));
    }

    /** How many times better one way is than the other: of each type, and the mean. */
    private void addRatios(List<Row> rows, List<RpcType> types, String what, String one, String other) {
        String pair = one + ".vs." + other;
        List<Double> medians = new ArrayList<>();
        for (RpcType type : types) {
            List<Double> better = what.equals(LATENCY)
                    ? rounds.ratios(figure(what, type, other), figure(what, type, one))
                    : rounds.ratios(figure(what, type, one), figure(what, type, other));
            rows.addAll(Row.ofSpread(what + "." + type + "." + pair, better));
            if (!better.isEmpty()) {
                medians.add(Spread.of(better).median());
            }
        }
        if (!medians.isEmpty()) {
            rows.add(Row.times(what + "." + pair, Spread.geometricMean(medians), rounds.count()));
        }
    }
}
