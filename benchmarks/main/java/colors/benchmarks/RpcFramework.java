// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * How a framework's server and client are started, each in a process of its own.
 *
 * @param name as the rows have it
 * @param type the class of its {@link RpcCaller}, whose main prints one line, the address, when it serves; that ends
 *         with its client
 * @param flags of both JVMs
 * @param sides what there is
 */
record RpcFramework(String name, String type, List<String> flags, Sides sides) {
    private static final String NO_SEGMENT = "none";

    /** The processes. */
    enum Sides {
        /** A client that is also the server: no main, and an empty address. */
        ONE,
        SOCKETS,
        /** With a segment of their own. */
        SEGMENT
    }

    /** A service of shared objects, with the agent for the nodes of trees. */
    static RpcFramework ofObjects(String name) {
        String agent = AgentSuite.option("exclusive=" + RpcSharedNode.class.getName());
        return new RpcFramework(name, RpcColors.class.getName(), List.of(agent), Sides.SEGMENT);
    }

    static RpcFramework onSocket(String name, String type, List<String> flags) {
        return new RpcFramework(name, type, flags, Sides.SOCKETS);
    }

    /** Lines SIZE NANOSECONDS of {@link RpcClient}. */
    List<String[]> times(RpcType elements, int calls, int warmUpMs) throws IOException, InterruptedException {
        List<Object> arguments = List.of(type, elements, calls, warmUpMs);
        return switch (sides) {
            case ONE -> client(NO_SEGMENT, arguments, "");
            case SOCKETS -> times(NO_SEGMENT, arguments);
            case SEGMENT -> {
                String segment = "bench-rpc-" + ProcessHandle.current().pid();
                try (Child _ = Child.ofDaemon(segment)) {
                    yield times(segment, arguments);
                }
            }
        };
    }

    private List<String[]> times(String segment, List<Object> arguments) throws IOException, InterruptedException {
        try (Child service = Child.ofJava(segment, flags, type)) {
            return client(segment, arguments, service.readAddress()[0]);
        }
    }

    private List<String[]> client(String segment, List<Object> arguments, String address)
            throws IOException, InterruptedException {
        List<Object> all = new ArrayList<>(arguments);
        all.add(address);
        try (Child client = Child.ofJava(segment, flags, RpcClient.class.getName(), all.toArray())) {
            return client.readAll();
        }
    }
}
