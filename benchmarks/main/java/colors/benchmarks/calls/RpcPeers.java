// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Unavailable;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The frameworks of benchmarks/peers, which is built by itself: only who measures them downloads them. */
public final class RpcPeers {
    private static final Path MODULE = Child.root().resolve("benchmarks/peers/target");
    private static final Path TRANSPORTS = Child.root().resolve("transports");
    private static final Path CLASSES = MODULE.resolve("colors-peers.jar");

    private RpcPeers() {}

    static List<RpcFramework> frameworks() {
        return List.of(
                peer("thrift", "ThriftPeer"),
                peer("protobuf", "ProtobufPeer"),
                peer("grpc", "GrpcPeer"),
                peer("rmi", "RmiPeer"),
                peer("rest", "RestPeer"),
                peer("corba", "CorbaPeer"));
    }

    /** The server for clients in other languages: of Fory, that of its format for several. */
    static RpcFramework named(String name) {
        return Stream.concat(frameworks().stream(), Stream.of(peer("fory", "ForyPeer")))
                .filter(peer -> peer.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A class of that folder. */
    public static RpcFramework peer(String name, String type, RpcFramework.Sides sides) {
        return RpcFramework.ofJava(name, nameOf(type), flags(), sides);
    }

    private static RpcFramework peer(String name, String type) {
        return peer(name, type, RpcFramework.Sides.SOCKETS);
    }

    public static String nameOf(String type) {
        return "colors.benchmarks.peers." + type;
    }

    /**
     * What a JVM needs for the classes there. Their libraries come before those of this process, so that each has the
     * versions that it was built with.
     */
    public static List<String> flags() {
        List<String> path = new ArrayList<>(List.of(CLASSES.toString(), MODULE.resolve("lib") + "/*"));
        for (String transport : List.of("connection", "grpc", "sockets", "thrift")) {
            path.add(TRANSPORTS
                    .resolve(transport + "/target/colors-" + transport + ".jar")
                    .toString());
        }
        path.add(System.getProperty("java.class.path"));
        return List.of("-cp", String.join(File.pathSeparator, path));
    }

    /** Throws Unavailable when it is not. */
    public static void needBuild() throws Unavailable {
        if (!areBuilt()) {
            throw new Unavailable(CLASSES + " is missing; ./colors bench builds it for the suites that need it");
        }
    }

    static boolean areBuilt() {
        return Files.isReadable(CLASSES);
    }
}
