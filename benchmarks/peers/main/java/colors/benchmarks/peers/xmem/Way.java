// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers.xmem;

import colors.sockets.ColorsServerSocket;
import colors.sockets.ColorsSocket;
import colors.sockets.ColorsSocketFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;

/** What carries the bytes. */
enum Way {
    /** Sockets of the loopback interface. */
    tcp {
        @Override
        ServerSocket listen() throws IOException {
            return new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        }

        @Override
        String address(ServerSocket listener) {
            return Integer.toString(listener.getLocalPort());
        }

        @Override
        Socket connect(String address) throws IOException {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(address));
            socket.setTcpNoDelay(true);
            return socket;
        }

        @Override
        RMIClientSocketFactory clients() {
            return null;
        }

        @Override
        RMIServerSocketFactory servers() {
            return port -> new ServerSocket(port, 0, InetAddress.getLoopbackAddress());
        }

        @Override
        int freePort(int number) throws IOException {
            try (ServerSocket socket = listen()) {
                return socket.getLocalPort();
            }
        }
    },
    /** Sockets over shared memory. */
    transport {
        private static final String NAME = "xmem";
        private static final int FIRST_PORT = 1000;

        @Override
        ServerSocket listen() throws IOException {
            return new ColorsServerSocket(NAME);
        }

        @Override
        String address(ServerSocket listener) {
            return NAME;
        }

        @Override
        Socket connect(String address) throws IOException {
            return new ColorsSocket(address);
        }

        @Override
        RMIClientSocketFactory clients() {
            return new ColorsSocketFactory();
        }

        @Override
        RMIServerSocketFactory servers() {
            return new ColorsSocketFactory();
        }

        @Override
        int freePort(int number) {
            return FIRST_PORT + number;
        }
    };

    /** Of "PROTOCOL.WAY". */
    static Way of(String what) {
        return valueOf(what.substring(what.indexOf('.') + 1));
    }

    /** Listens where {@link #address} tells. */
    abstract ServerSocket listen() throws IOException;

    abstract String address(ServerSocket listener);

    abstract Socket connect(String address) throws IOException;

    /** Null: the default. */
    abstract RMIClientSocketFactory clients();

    abstract RMIServerSocketFactory servers();

    /** One that nobody has, for one of several registries. */
    abstract int freePort(int number) throws IOException;

    /** Stubs name the loopback interface. */
    static void useLoopback() {
        System.setProperty(
                "java.rmi.server.hostname", InetAddress.getLoopbackAddress().getHostAddress());
    }
}
