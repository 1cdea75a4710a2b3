// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The clients of benchmarks/peers/python, in GraalPy and CPython. */
final class RpcPython {
    static final String BASELINE = "pickle";
    /** What there is a client in CPython for. */
    static final List<String> PEERS = List.of(BASELINE, "thrift", "protobuf", "grpc", "rest");

    private static final Path FOLDER = Child.root().resolve("benchmarks/peers/python");
    private static final Path MEASURE = FOLDER.resolve("measure.py");
    private static final Path GENERATED = Child.root().resolve("benchmarks/peers/target/generated-sources/protobuf");
    private static final String OURS = "colors";
    private static final String CPYTHON = System.getProperty("colors.bench.cpython");
    private static final String PEERS_PYTHON = System.getProperty("colors.bench.peers.python", CPYTHON);

    private RpcPython() {}

    static RpcFramework ofObjects(RpcLanguage language) {
        RpcFramework ours = RpcFramework.ofObjects(RpcRows.OURS);
        return language == RpcLanguage.python
                ? ours.calledBy(
                        language,
                        (segment, arguments) ->
                                Child.ofPython(segment, MEASURE, Map.of(), RpcFramework.with(OURS, arguments)))
                : ours.calledBy(language, client(CPYTHON, OURS));
    }

    /** Those of the peers that can be measured here; says which are left out, and why. */
    static List<RpcFramework> peers() throws IOException, InterruptedException {
        List<RpcFramework> peers = new ArrayList<>();
        for (String name : ready()) {
            if (name.equals(BASELINE)) {
                peers.add(ofPickle());
            } else if (RpcPeers.areBuilt()) {
                peers.add(RpcPeers.named(name).calledBy(RpcLanguage.cpython, client(PEERS_PYTHON, name)));
            } else {
                leaveOut(name, "its server was not built");
            }
        }
        return peers;
    }

    private static RpcFramework ofPickle() {
        RpcFramework.Program server = (_, arguments) ->
                Child.ofProgram(Map.of(), PEERS_PYTHON, RpcFramework.with(FOLDER.resolve("over_pickle.py"), arguments));
        return new RpcFramework(
                BASELINE, RpcLanguage.cpython, server, client(PEERS_PYTHON, BASELINE), RpcFramework.Sides.SOCKETS);
    }

    private static RpcFramework.Program client(String python, String caller) {
        return (segment, arguments) -> {
            List<Object> all = new ArrayList<>(List.of(MEASURE, caller));
            all.addAll(arguments);
            return Child.ofProgram(environment(segment), python, all.toArray());
        };
    }

    private static Map<String, String> environment(String segment) {
        Map<String, String> environment = new HashMap<>(Map.of("PYTHONPATH", GENERATED.toString()));
        environment.put("COLORS_SEGMENT", segment);
        return environment;
    }

    /** Whether there is a CPython; else the rows of it and those that are compared with its peers are left out. */
    static boolean isThere() {
        boolean isThere = CPYTHON != null && Files.isExecutable(Path.of(CPYTHON));
        if (!isThere) {
            System.err.println("the rows python.* and cpython.* are left out: no CPython 3.11 or later with its headers"
                    + " was found; docs/cpython.md says what is needed, and COLORS_CPYTHON names one");
        }
        return isThere;
    }

    private static List<String> ready() throws IOException, InterruptedException {
        List<String> ready = new ArrayList<>();
        List<Object> arguments = new ArrayList<>(List.of(MEASURE));
        arguments.addAll(PEERS);
        try (Child program = Child.ofProgram(environment("none"), PEERS_PYTHON, arguments.toArray())) {
            for (String[] line : program.readAll()) {
                if (line[0].equals("missing")) {
                    leaveOut(line[1], String.join(" ", line).split(" ", 3)[2]);
                } else {
                    ready.add(line[0]);
                }
            }
        }
        return ready;
    }

    private static void leaveOut(String peer, String why) {
        System.err.printf(
                "the rows python.*.vs.%s, cpython.*.vs.%s and *.vs.best of both are left out: %s; bench rpc without"
                        + " --smoke builds and installs what it can%n",
                peer, peer, why);
    }
}
