// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.protocols;

import colors.benchmarks.calls.RpcPeers;
import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Rounds;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One service of grpc-java over our transport, over loopback TCP and a Unix socket, each with a client's and a server's
 * process, and InProcess. In each round all are measured, one after the other, with new processes.
 */
public final class GrpcSuite {
    private static final String OURS = "colors";
    private static final String BASELINE = "tcp";
    private static final String IN_PROCESS = "inprocess";
    private static final List<String> OTHERS = List.of(BASELINE, "unix", IN_PROCESS);

    private final Effort effort;
    private final Pattern wanted;
    private final Rounds rounds = new Rounds(); // by FIGURE.TRANSPORT
    private final Set<String> figures = new LinkedHashSet<>();

    private GrpcSuite(Effort effort, String only) {
        this.effort = effort;
        wanted = Pattern.compile(only);
    }

    public static List<Row> run(Effort effort, String only) throws Exception {
        RpcPeers.needBuild();
        GrpcSuite suite = new GrpcSuite(effort, only);
        for (int round = 0; round < effort.of(1, 3, 7); round++) {
            suite.rounds.begin();
            suite.measureColors();
            for (String other : OTHERS) {
                suite.measure(other, "none");
            }
        }
        return suite.rows();
    }

    private void measureColors() throws IOException, InterruptedException {
        String segment = "bench-grpc-" + ProcessHandle.current().pid();
        try (Child _ = Child.ofDaemon(segment)) {
            measure(OURS, segment);
        }
    }

    private void measure(String transport, String segment) throws IOException, InterruptedException {
        if (transport.equals(IN_PROCESS)) {
            client(transport, segment, "");
            return;
        }
        try (Child server = Child.ofJava(segment, RpcPeers.flags(), RpcPeers.nameOf("GrpcServer"), transport)) {
            String[] address = server.readAddress();
            if (address[0].equals("unavailable")) {
                System.err.println("the rows *." + transport + " are left out, Netty has no epoll here: "
                        + String.join(" ", address));
            } else {
                client(transport, segment, address[0]);
            }
        }
    }

    private void client(String transport, String segment, String address) throws IOException, InterruptedException {
        List<String[]> lines;
        try (Child client = Child.ofJava(
                segment,
                RpcPeers.flags(),
                RpcPeers.nameOf("GrpcClient"),
                transport,
                address,
                effort.of(1, 4000, 10_000),
                effort.of(1, 500, 2000))) {
            lines = client.readAll();
        }
        for (String[] line : lines) {
            figures.add(line[0]);
            rounds.put(line[0] + "." + transport, Double.parseDouble(line[1]));
            System.out.println("  " + line[0] + "." + transport + " " + line[1]);
        }
    }

    private static boolean isLatency(String figure) {
        return figure.startsWith("latency");
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (String figure : figures) {
            String unit = isLatency(figure) ? "us" : "1/s";
            String ours = figure + "." + OURS;
            rows.add(Row.compared(
                    figure,
                    rounds.median(ours),
                    unit,
                    rounds.median(figure + "." + BASELINE),
                    rounds.values(ours).size()));
            for (String other : OTHERS) {
                if (rounds.has(figure + "." + other)) {
                    addRows(rows, figure, other, unit);
                }
            }
        }
        return rows.stream().filter(row -> wanted.matcher(row.name()).find()).toList();
    }

    /** How many times better ours is, and what the other's is. */
    private void addRows(List<Row> rows, String figure, String transport, String unit) {
        String ours = figure + "." + OURS;
        String other = figure + "." + transport;
        List<Double> better = isLatency(figure) ? rounds.ratios(other, ours) : rounds.ratios(ours, other);
        rows.addAll(Row.ofSpread(figure + ".vs." + transport, better));
        rows.add(Row.alone(
                other, rounds.median(other), unit, rounds.values(other).size()));
    }
}
