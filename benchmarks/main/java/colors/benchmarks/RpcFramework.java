// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.io.IOException;
import java.util.List;

/**
 * How a framework's server and client are started, each in a process of its own.
 *
 * @param name as the rows have it
 * @param type the class of its {@link RpcCaller}, whose main prints one line, the address, when it serves; that ends
 *         with its client
 * @param flags of both JVMs
 * @param isShared whether there is a segment, and the agent for the nodes of trees
 */
record RpcFramework(String name, String type, List<String> flags, boolean isShared) {
    static RpcFramework shared(String name, Class<? extends RpcCaller> type) {
        return new RpcFramework(name, type.getName(), List.of(), true);
    }

    static RpcFramework onSocket(String name, String type, List<String> flags) {
        return new RpcFramework(name, type, flags, false);
    }

    /** Lines SIZE NANOSECONDS of {@link RpcClient}. */
    List<String[]> times(RpcType elements, int calls, int warmUpMs) throws IOException, InterruptedException {
        if (!isShared) {
            return times("none", flags, elements, calls, warmUpMs);
        }
        String segment = "bench-rpc-" + ProcessHandle.current().pid();
        String agent = AgentSuite.option("exclusive=" + RpcSharedNode.class.getName());
        try (Child _ = Child.ofDaemon(segment)) {
            return times(segment, List.of(agent), elements, calls, warmUpMs);
        }
    }

    private List<String[]> times(String segment, List<String> flags, RpcType elements, int calls, int warmUpMs)
            throws IOException, InterruptedException {
        try (Child service = Child.ofJava(segment, flags, type)) {
            String[] address = service.readLine();
            if (address == null) {
                throw new IOException("the server " + type + " ended before it served; its output above tells why");
            }
            try (Child client = Child.ofJava(
                    segment, flags, RpcClient.class.getName(), type, elements, calls, warmUpMs, address[0])) {
                return client.readAll();
            }
        }
    }
}
