// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import io.grpc.Server;
import java.io.IOException;

/** The server of bench grpc, until somebody ends the process. Prints its address, or "unavailable" and why. */
public final class GrpcServer {
    private GrpcServer() {}

    /** TRANSPORT. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        GrpcTransport transport = GrpcTransport.valueOf(arguments[0]);
        if (transport.whyNot() != null) {
            System.out.println("unavailable " + transport.whyNot());
            return;
        }
        StringBuilder address = new StringBuilder();
        Server server = transport.start(address);
        System.out.println(address);
        server.awaitTermination();
    }
}
