// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls of a service in another process, with sequences as arguments and results, by the method of the CoLoRS paper
 * (section 6.2): the latency is the time of a call with one element; the throughput, elements a millisecond, comes from
 * the line that least squares lay through the times of all sizes. In each round all frameworks are measured, one after
 * the other, with new processes.
 */
final class RpcSuite {
    private static final int WARM_UP_MS = 8000;
    private static final double NANOS_PER_MICRO = 1000;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final RpcType FEW = RpcType.nodes2; // what a smoke test measures the peers with

    private final Effort effort;
    private final List<RpcFramework> peers;
    private final RpcRows rows;

    private RpcSuite(Effort effort, String only, List<RpcFramework> peers) {
        this.effort = effort;
        this.peers = peers;
        List<String> others = new ArrayList<>(List.of(RpcRows.BASELINE));
        RpcPeers.frameworks().forEach(peer -> others.add(peer.name()));
        rows = new RpcRows(only, others);
    }

    static List<Row> run(Effort effort, String only) throws Exception {
        boolean arePeersLeftOut = effort.isSmoke() && !RpcPeers.areBuilt();
        if (arePeersLeftOut) {
            System.err.println(
                    "the rows *.vs.* of all but fory are left out: their frameworks were not built, as a smoke"
                            + " test downloads nothing; bench rpc without --smoke builds them");
        }
        RpcSuite suite = new RpcSuite(effort, only, arePeersLeftOut ? List.of() : RpcPeers.frameworks());
        for (int round = 0; round < effort.of(1, 3, 7); round++) {
            for (RpcType type : RpcType.values()) {
                suite.measure(type);
            }
        }
        return suite.rows.rows();
    }

    private void measure(RpcType type) throws IOException, InterruptedException {
        measure(RpcFramework.onSocket(RpcRows.BASELINE, RpcFory.class.getName(), List.of()), type);
        if (!effort.isSmoke() || type == FEW) {
            for (RpcFramework peer : peers) {
                measure(peer, type);
            }
        }
        measure(RpcFramework.shared(RpcRows.OURS, RpcColors.class), type);
    }

    private void measure(RpcFramework framework, RpcType type) throws IOException, InterruptedException {
        if (!rows.need(framework.name(), type)) {
            return;
        }
        List<String[]> times =
                framework.times(type, effort.of(10, 2000, 10_000), effort.of(1, WARM_UP_MS / 2, WARM_UP_MS));
        double latency = Double.parseDouble(times.getFirst()[1]) / NANOS_PER_MICRO;
        double throughput = NANOS_PER_MILLI / slope(times);
        rows.add(framework.name(), type, latency, throughput);
        System.out.printf("  %s.%s: %.2f us, %.0f elements/ms%n", framework.name(), type, latency, throughput);
    }

    /** Nanoseconds for one element more. */
    private static double slope(List<String[]> times) {
        double n = times.size(), x = 0, y = 0, xx = 0, xy = 0;
        for (String[] line : times) {
            double size = Double.parseDouble(line[0]), time = Double.parseDouble(line[1]);
            x += size;
            y += time;
            xx += size * size;
            xy += size * time;
        }
        return (n * xy - x * y) / (n * xx - x * x);
    }
}
