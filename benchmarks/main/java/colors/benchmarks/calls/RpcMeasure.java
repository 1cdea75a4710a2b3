// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import colors.benchmarks.measuring.Child;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A program of benchmarks/peers that does what {@link RpcClient} does, in another language than Java.
 *
 * @param language of its clients
 * @param compared the languages whose rows are compared with them
 * @param program takes the name of a caller and what a client takes; or names alone, and prints which can be measured
 */
record RpcMeasure(RpcLanguage language, List<RpcLanguage> compared, RpcFramework.Program program) {
    /** One that calls by the caller of that name. */
    RpcFramework.Program client(String caller) {
        return (segment, arguments) -> program.start(segment, List.of(RpcFramework.with(caller, arguments)));
    }

    /**
     * Those of the peers that can be measured here; says which are left out, and why. The baseline has a server of its
     * own, the others those in Java.
     */
    List<RpcFramework> peers(RpcFramework baseline, List<String> names) throws IOException, InterruptedException {
        List<RpcFramework> peers = new ArrayList<>();
        for (String name : ready(names)) {
            if (name.equals(baseline.name())) {
                peers.add(baseline);
            } else if (RpcPeers.areBuilt()) {
                peers.add(RpcPeers.named(name).calledBy(language, client(name)));
            } else {
                leaveOut(name, "its server was not built");
            }
        }
        return peers;
    }

    private List<String> ready(List<String> names) throws IOException, InterruptedException {
        List<String> ready = new ArrayList<>();
        try (Child child = program.start("none", List.copyOf(names))) {
            for (String[] line : child.readAll()) {
                if (line[0].equals("missing")) {
                    leaveOut(line[1], String.join(" ", line).split(" ", 3)[2]);
                } else {
                    ready.add(line[0]);
                }
            }
        }
        return ready;
    }

    private void leaveOut(String peer, String why) {
        StringBuilder rows = new StringBuilder();
        for (RpcLanguage each : compared) {
            rows.append("%s.*.vs.%s, %s.*.of.%s, %s.*.vs.best, ".formatted(each, peer, each, peer, each));
        }
        System.err.printf(
                "the rows %s are left out: %s; bench rpc without --smoke builds and installs what it can%n",
                rows.substring(0, rows.length() - 2), why);
    }
}
