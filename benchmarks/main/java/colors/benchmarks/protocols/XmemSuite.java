// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.protocols;

import colors.benchmarks.calls.RpcFigures;
import colors.benchmarks.calls.RpcFramework;
import colors.benchmarks.calls.RpcFramework.Program;
import colors.benchmarks.calls.RpcFramework.Sides;
import colors.benchmarks.calls.RpcLanguage;
import colors.benchmarks.calls.RpcPeers;
import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Rounds;
import colors.benchmarks.measuring.Row;
import colors.benchmarks.objects.AgentSuite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Java's own protocols between two processes (XMem paper, section 5.4 and Table 3): over the network stack, the same
 * bytes over shared memory, and shared objects in their place. Latency and throughput are the intercept and the slope
 * of the least squares line over all sizes. In each round all ways are measured, one after the other, with new
 * processes.
 */
public final class XmemSuite {
    private static final String TCP = "tcp";
    private static final String TRANSPORT = "transport";
    private static final String OBJECTS = "objects";
    private static final List<String> WAYS = List.of(TCP, TRANSPORT, OBJECTS);
    private static final List<String> OURS = List.of(TRANSPORT, OBJECTS);
    private static final String LATENCY = "latency";
    private static final String CALL = "call";
    private static final String THROUGHPUT = "throughput";
    private static final List<String> FIGURES = List.of(LATENCY, CALL, THROUGHPUT);
    private static final List<String> PROTOCOLS = List.of("rmi", "serial", "xml", "jndi", "socket");
    // What serial and xml have in common: nothing is serialised.
    private static final RpcFramework TREES = ofObjects("trees", "ChannelTrees");

    private final Effort effort;
    private final Pattern wanted;
    private final Rounds rounds = new Rounds(); // PROTOCOL.FIGURE.WAY

    private XmemSuite(Effort effort, String only) {
        this.effort = effort;
        wanted = Pattern.compile(only);
    }

    public static List<Row> run(Effort effort, String only) throws Exception {
        RpcPeers.needBuild();
        XmemSuite suite = new XmemSuite(effort, only);
        for (int round = 0; round < effort.of(1, 3, 7); round++) {
            suite.rounds.begin();
            suite.measureRound();
        }
        return suite.rows();
    }

    private void measureRound() throws IOException, InterruptedException {
        Map<RpcFramework, RpcFigures> measured = new HashMap<>();
        for (String protocol : PROTOCOLS) {
            if (names(protocol).noneMatch(name -> wanted.matcher(name).find())) {
                continue;
            }
            for (String way : WAYS) {
                RpcFramework framework = framework(protocol, way);
                RpcFigures figures = measured.get(framework);
                if (figures == null) {
                    figures = RpcFigures.measure(framework, protocol + "." + way, effort);
                    measured.put(framework, figures);
                }
                put(protocol, way, figures);
            }
        }
    }

    private static RpcFramework framework(String protocol, String way) {
        if (way.equals(OBJECTS)) {
            return switch (protocol) {
                case "rmi" -> ofObjects("calls", "ServiceTrees");
                case "serial", "xml" -> TREES;
                case "jndi" -> ofObjects("bindings", "ServiceBindings");
                default -> ofObjects("bytes", "SharedBytes");
            };
        }
        String type =
                switch (protocol) {
                    case "rmi" -> "RmiTrees";
                    case "jndi" -> "RegistryBindings";
                    default -> "StreamMessages";
                };
        return ofJava(protocol, type, RpcPeers.flags(), way.equals(TCP) ? Sides.SOCKETS : Sides.SEGMENT);
    }

    private static RpcFramework ofObjects(String name, String type) {
        String shared = nameOf("SharedTree") + ";" + nameOf("SharedBinding");
        List<String> flags = new ArrayList<>(RpcPeers.flags());
        flags.add(AgentSuite.option("exclusive=" + shared));
        return ofJava(name, type, flags, Sides.SEGMENT);
    }

    /** Of an {@link XmemCaller}, whose main is the server. */
    private static RpcFramework ofJava(String name, String type, List<String> flags, Sides sides) {
        String named = nameOf(type);
        String measuring = XmemClient.class.getName();
        Program server = (segment, arguments) -> Child.ofJava(segment, flags, named, arguments.toArray());
        Program client =
                (segment, arguments) -> Child.ofJava(segment, flags, measuring, RpcFramework.with(named, arguments));
        return new RpcFramework(name, RpcLanguage.java, server, client, sides);
    }

    private static String nameOf(String type) {
        return RpcPeers.nameOf("xmem." + type);
    }

    private static String name(String protocol, String figure, String way) {
        return protocol + "." + figure + "." + way;
    }

    private static String against(String way) {
        return way + ".vs." + TCP;
    }

    private static Stream<String> names(String protocol) {
        return Stream.concat(WAYS.stream(), OURS.stream().map(XmemSuite::against))
                .flatMap(way -> FIGURES.stream().map(figure -> name(protocol, figure, way)));
    }

    private void put(String protocol, String way, RpcFigures figures) {
        rounds.put(name(protocol, CALL, way), figures.latency());
        if (figures.intercept() > 0) {
            rounds.put(name(protocol, LATENCY, way), figures.intercept());
        }
        figures.throughput().ifPresent(value -> rounds.put(name(protocol, THROUGHPUT, way), value));
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (String protocol : PROTOCOLS) {
            if (rounds.has(name(protocol, CALL, TCP))) {
                FIGURES.forEach(figure -> addRows(rows, protocol, figure));
            }
        }
        return RpcFigures.told(
                rows.stream().filter(row -> wanted.matcher(row.name()).find()).toList());
    }

    /** How many times better our ways are, and what each is. */
    private void addRows(List<Row> rows, String protocol, String figure) {
        String tcp = name(protocol, figure, TCP);
        for (String way : OURS) {
            String ours = name(protocol, figure, way);
            rows.addAll(Row.ofSpread(
                    name(protocol, figure, against(way)),
                    figure.equals(THROUGHPUT) ? rounds.ratios(ours, tcp) : rounds.ratios(tcp, ours)));
        }
        for (String way : WAYS) {
            String one = name(protocol, figure, way);
            int count = rounds.values(one).size();
            rows.add(Row.alone(one, rounds.median(one), figure.equals(THROUGHPUT) ? "1/ms" : "us", count));
        }
    }
}
