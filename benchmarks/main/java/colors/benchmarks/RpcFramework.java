// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.io.IOException;
import java.util.List;

/**
 * How a framework's server and client are started, each in a process of its own.
 *
 * @param name as the rows have it
 * @param server its main class prints one line, the address, when it serves; it ends with its client
 * @param caller the class of its {@link RpcCaller}
 * @param isShared whether there is a segment, and the agent for the nodes of trees
 */
record RpcFramework(String name, String server, String caller, boolean isShared) {
    static RpcFramework shared(String name, Class<? extends RpcCaller> type) {
        return new RpcFramework(name, type.getName(), type.getName(), true);
    }

    /** One whose server and caller are one class. */
    static RpcFramework onSocket(String name, String type) {
        return new RpcFramework(name, type, type, false);
    }

    /** Lines SIZE NANOSECONDS of {@link RpcClient}. */
    List<String[]> times(RpcType type, int calls, int warmUpMs) throws IOException, InterruptedException {
        if (!isShared) {
            return times("none", List.of(), type, calls, warmUpMs);
        }
        String segment = "bench-rpc-" + ProcessHandle.current().pid();
        String agent = AgentSuite.option("exclusive=" + RpcSharedNode.class.getName());
        try (Child _ = Child.ofDaemon(segment)) {
            return times(segment, List.of(agent), type, calls, warmUpMs);
        }
    }

    private List<String[]> times(String segment, List<String> flags, RpcType type, int calls, int warmUpMs)
            throws IOException, InterruptedException {
        try (Child service = Child.ofJava(segment, flags, server)) {
            String address = service.readLine()[0];
            try (Child client =
                    Child.ofJava(segment, flags, RpcClient.class.getName(), caller, type, calls, warmUpMs, address)) {
                return client.readAll();
            }
        }
    }
}
