// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The frameworks of benchmarks/peers, which is built by itself: only who measures them downloads them. */
final class RpcPeers {
    private static final Path MODULE = Child.root().resolve("benchmarks/peers/target");
    private static final Path CLASSES = MODULE.resolve("colors-peers.jar");

    private RpcPeers() {}

    static List<RpcFramework> frameworks() {
        return List.of(
                peer("thrift", "ThriftPeer"),
                peer("protobuf", "ProtobufPeer"),
                peer("grpc", "GrpcPeer"),
                peer("rmi", "RmiPeer"),
                peer("rest", "RestPeer"));
    }

    /** Its libraries come before those of this process, so that each has the versions that it was built with. */
    private static RpcFramework peer(String name, String type) {
        String libraries = CLASSES + File.pathSeparator + MODULE.resolve("lib") + "/*";
        String path = libraries + File.pathSeparator + System.getProperty("java.class.path");
        return RpcFramework.onSocket(name, "colors.benchmarks.peers." + type, List.of("-cp", path));
    }

    static boolean areBuilt() {
        return Files.isReadable(CLASSES);
    }
}
