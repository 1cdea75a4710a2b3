// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.objects.AgentSuite;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a framework's server and client are started, each in a process of its own.
 *
 * @param name as the rows have it
 * @param language of the client
 * @param server takes the type, or what else it is to serve, prints one line, the address, when it serves, and ends
 *     with its client
 * @param client takes the type, calls, ms of warm-up and the address, and prints what {@link RpcClient} does
 * @param sides what there is
 */
public record RpcFramework(String name, RpcLanguage language, Program server, Program client, Sides sides) {
    private static final String NO_SEGMENT = "none";

    /** What is run. */
    @FunctionalInterface
    public interface Program {
        Child start(String segment, List<Object> arguments) throws IOException;
    }

    /** The processes. */
    public enum Sides {
        /** A client that is also the server: no main, and an empty address. */
        ONE,
        SOCKETS,
        /** With a segment of their own. */
        SEGMENT
    }

    /** A service of shared objects, with the agent for the nodes of trees. */
    public static RpcFramework ofObjects(String name) {
        String agent = AgentSuite.option("exclusive=" + RpcSharedNode.class.getName());
        return ofJava(name, RpcColors.class.getName(), List.of(agent), Sides.SEGMENT);
    }

    static RpcFramework onSocket(String name, String type, List<String> flags) {
        return ofJava(name, type, flags, Sides.SOCKETS);
    }

    /** Of a {@link RpcCaller}, whose main is the server, with these flags of both JVMs. */
    public static RpcFramework ofJava(String name, String type, List<String> flags, Sides sides) {
        return new RpcFramework(
                name,
                RpcLanguage.java,
                (segment, arguments) -> Child.ofJava(segment, flags, type, arguments.toArray()),
                (segment, arguments) -> Child.ofJava(segment, flags, RpcClient.class.getName(), with(type, arguments)),
                sides);
    }

    /** The same server with another client. */
    RpcFramework calledBy(RpcLanguage other, Program program) {
        return new RpcFramework(name, other, server, program, sides);
    }

    public static Object[] with(Object first, List<Object> others) {
        return Stream.concat(Stream.of(first), others.stream()).toArray();
    }

    /** The lines of the client. */
    List<String[]> times(Object elements, int calls, int warmUpMs) throws IOException, InterruptedException {
        List<Object> arguments = List.of(elements, calls, warmUpMs * language.warmUps());
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
        try (Child service = server.start(segment, arguments.subList(0, 1))) {
            return client(segment, arguments, service.readAddress()[0]);
        }
    }

    private List<String[]> client(String segment, List<Object> arguments, String address)
            throws IOException, InterruptedException {
        List<Object> all = Stream.concat(arguments.stream(), Stream.of(address)).toList();
        try (Child program = client.start(segment, all)) {
            return program.readAll();
        }
    }
}
