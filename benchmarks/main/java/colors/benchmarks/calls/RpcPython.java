// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import colors.benchmarks.measuring.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The clients of benchmarks/peers/python, in GraalPy and CPython. */
public final class RpcPython {
    static final String BASELINE = "pickle";
    /** What there is a client in CPython for. */
    static final List<String> PEERS = List.of(BASELINE, "thrift", "protobuf", "grpc", "rest", "corba", "fory");

    private static final Path FOLDER = Child.root().resolve("benchmarks/peers/python");
    private static final Path MEASURE = FOLDER.resolve("measure.py");
    private static final Path GENERATED = Child.root().resolve("benchmarks/peers/target/generated-sources/protobuf");
    private static final String CPYTHON = System.getProperty("colors.bench.cpython");
    private static final String PEERS_PYTHON = System.getProperty("colors.bench.peers.python", CPYTHON);

    private RpcPython() {}

    public static RpcFramework ofObjects(RpcLanguage language) {
        RpcFramework.Program graalpy =
                (segment, arguments) -> Child.ofPython(segment, MEASURE, Map.of(), arguments.toArray());
        RpcFramework.Program program = language == RpcLanguage.python ? graalpy : cpython(CPYTHON);
        return RpcFramework.ofObjects(RpcRows.OURS)
                .calledBy(language, new RpcMeasure(language, List.of(), program).client("colors"));
    }

    /** Those of the peers that can be measured here; says which are left out, and why. */
    static List<RpcFramework> peers() throws IOException, InterruptedException {
        RpcMeasure measure = new RpcMeasure(
                RpcLanguage.cpython, List.of(RpcLanguage.python, RpcLanguage.cpython), cpython(PEERS_PYTHON));
        RpcFramework.Program server = (_, arguments) ->
                Child.ofProgram(Map.of(), PEERS_PYTHON, RpcFramework.with(FOLDER.resolve("over_pickle.py"), arguments));
        RpcFramework pickle = new RpcFramework(
                BASELINE, RpcLanguage.cpython, server, measure.client(BASELINE), RpcFramework.Sides.SOCKETS);
        return measure.peers(pickle, PEERS);
    }

    private static RpcFramework.Program cpython(String python) {
        return (segment, arguments) ->
                Child.ofProgram(environment(segment), python, RpcFramework.with(MEASURE, arguments));
    }

    private static Map<String, String> environment(String segment) {
        Map<String, String> environment = new HashMap<>(Map.of("PYTHONPATH", GENERATED.toString()));
        environment.put("COLORS_SEGMENT", segment);
        return environment;
    }

    public static boolean hasCPython() {
        return CPYTHON != null && Files.isExecutable(Path.of(CPYTHON));
    }

    /** Whether there is a CPython; else the rows of it and those that are compared with its peers are left out. */
    static boolean isThere() {
        boolean isThere = hasCPython();
        if (!isThere) {
            System.err.println("the rows python.* and cpython.* are left out: no CPython 3.11 or later with its headers"
                    + " was found; docs/cpython.md says what is needed, and COLORS_CPYTHON names one");
        }
        return isThere;
    }
}
