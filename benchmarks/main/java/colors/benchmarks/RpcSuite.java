// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls of a service in another process, with sequences as arguments and results, by the method of the CoLoRS paper
 * (section 6.2): {@link RpcFigures}. In each round all frameworks are measured, one after the other, with new processes.
 */
final class RpcSuite {
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
            suite.rows.begin();
            for (RpcType type : RpcType.values()) {
                suite.measure(type);
            }
        }
        return RpcFigures.told(suite.rows.rows());
    }

    private void measure(RpcType type) throws IOException, InterruptedException {
        measure(RpcFramework.onSocket(RpcRows.BASELINE, RpcFory.class.getName(), List.of()), type);
        if (!effort.isSmoke() || type == FEW) {
            for (RpcFramework peer : peers) {
                measure(peer, type);
            }
        }
        measure(RpcFramework.ofObjects(RpcRows.OURS), type);
    }

    private void measure(RpcFramework framework, RpcType type) throws IOException, InterruptedException {
        if (rows.need(framework.name(), type)) {
            rows.add(framework.name(), type, RpcFigures.measure(framework, type, effort));
        }
    }
}
