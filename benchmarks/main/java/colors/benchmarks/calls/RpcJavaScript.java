// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import colors.benchmarks.measuring.Child;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The clients of benchmarks/peers/javascript, in GraalJS and Node.js. */
final class RpcJavaScript {
    static final String BASELINE = "v8"; // the serialisation of Node.js itself
    /** What there is a client in Node.js for. */
    static final List<String> PEERS = List.of(BASELINE, "rest");

    private static final Path FOLDER = Child.root().resolve("benchmarks/peers/javascript");
    private static final Path MEASURE = FOLDER.resolve("measure.mjs");
    private static final String NODE = System.getProperty("colors.bench.node");

    private RpcJavaScript() {}

    static RpcFramework ofObjects() {
        RpcMeasure measure = new RpcMeasure(
                RpcLanguage.js,
                List.of(),
                (segment, arguments) -> Child.ofJavaScript(segment, MEASURE, arguments.toArray()));
        return RpcFramework.ofObjects(RpcRows.OURS).calledBy(RpcLanguage.js, measure.client("colors"));
    }

    /** Those of the peers that can be measured here; says which are left out, and why. */
    static List<RpcFramework> peers() throws IOException, InterruptedException {
        if (NODE == null) {
            System.err.println(
                    "the rows js.*.vs.* and js.*.of.* are left out, and js.* has nothing to be compared with:"
                            + " no Node.js 18 or later was found; apt-get install nodejs (Fedora: dnf install nodejs)");
            return List.of();
        }
        RpcMeasure measure =
                new RpcMeasure(RpcLanguage.node, List.of(RpcLanguage.js), (_, arguments) -> node(MEASURE, arguments));
        RpcFramework v8 = new RpcFramework(
                BASELINE,
                RpcLanguage.node,
                (_, arguments) -> node(FOLDER.resolve("over_v8.mjs"), arguments),
                measure.client(BASELINE),
                RpcFramework.Sides.SOCKETS);
        return measure.peers(v8, PEERS);
    }

    private static Child node(Path program, List<Object> arguments) throws IOException {
        return Child.ofProgram(Map.of(), NODE, RpcFramework.with(program, arguments));
    }
}
