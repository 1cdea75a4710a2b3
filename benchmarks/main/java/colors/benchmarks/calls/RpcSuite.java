// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls of a service in another process, with sequences as arguments and results, by the method of the CoLoRS paper
 * (section 6.2): {@link RpcFigures}. In each round all frameworks are measured, one after the other, with new
 * processes. Clients in Java are compared with each other, those in GraalPy and CPython with others in CPython, and
 * those in GraalJS with others in Node.js.
 */
public final class RpcSuite {
    private static final String BASELINE = "fory"; // in Java

    private RpcSuite() {}

    public static List<Row> run(Effort effort, String only) throws Exception {
        List<RpcGroup> groups = new ArrayList<>();
        addJava(groups, effort, only);
        addPython(groups, only);
        addJavaScript(groups, only);
        for (int round = 0; round < effort.of(1, 3, 7); round++) {
            groups.forEach(RpcGroup::begin);
            for (RpcType type : RpcType.values()) {
                for (RpcGroup group : groups) {
                    group.measure(type, effort);
                }
            }
        }
        return RpcFigures.told(groups.stream().flatMap(RpcGroup::rows).toList());
    }

    private static void addJava(List<RpcGroup> groups, Effort effort, String only) {
        List<RpcFramework> frameworks = new ArrayList<>();
        frameworks.add(RpcFramework.onSocket(BASELINE, RpcFory.class.getName(), List.of()));
        frameworks.addAll(RpcPeers.frameworks());
        RpcRows rows = new RpcRows(
                RpcLanguage.java,
                only,
                frameworks.stream().map(RpcFramework::name).toList());
        if (!rows.areWanted()) {
            return;
        }
        boolean arePeersLeftOut = effort.isSmoke() && !RpcPeers.areBuilt();
        if (arePeersLeftOut) {
            System.err.println(
                    "the rows java.*.vs.* of all but fory are left out: their frameworks were not built, as a smoke"
                            + " test downloads nothing; bench rpc without --smoke builds them");
        }
        groups.add(new RpcGroup(BASELINE, arePeersLeftOut ? frameworks.subList(0, 1) : frameworks)
                .with(RpcFramework.ofObjects(RpcRows.OURS), rows));
    }

    private static void addPython(List<RpcGroup> groups, String only) throws IOException, InterruptedException {
        RpcRows ofPython = new RpcRows(RpcLanguage.python, only, RpcPython.PEERS);
        RpcRows ofCPython = new RpcRows(RpcLanguage.cpython, only, RpcPython.PEERS);
        if ((ofPython.areWanted() || ofCPython.areWanted()) && RpcPython.isThere()) {
            groups.add(new RpcGroup(RpcPython.BASELINE, RpcPython.peers())
                    .with(RpcPython.ofObjects(RpcLanguage.python), ofPython)
                    .with(RpcPython.ofObjects(RpcLanguage.cpython), ofCPython));
        }
    }

    private static void addJavaScript(List<RpcGroup> groups, String only) throws IOException, InterruptedException {
        RpcRows rows = new RpcRows(RpcLanguage.js, only, RpcJavaScript.PEERS);
        if (rows.areWanted()) {
            groups.add(
                    new RpcGroup(RpcJavaScript.BASELINE, RpcJavaScript.peers()).with(RpcJavaScript.ofObjects(), rows));
        }
    }
}
