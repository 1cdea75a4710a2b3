// SPDX-License-Identifier: Apache-2.0
package colors.sockets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;

/**
 * Where processes of the same segment of shared memory connect, for servers that take a {@link ServerSocket}:
 *
 * <pre>{@code
 * try (ServerSocket listener = new ColorsServerSocket("news")) {
 *     while (true) {
 *         Socket socket = listener.accept();
 *         executor.submit(() -> serve(socket));
 *     }
 * }
 * }</pre>
 *
 * <p>It is bound from the start. One process at a time listens at a name, which is free again when that process has
 * ended. Who may attach to the segment may connect (docs/security.md); nothing comes from the network. Thread-safe.
 */
public final class ColorsServerSocket extends ServerSocket {
    private final String name;
    private final ListenerImpl listener;

    /**
     * Listens at that name.
     *
     * @throws java.net.BindException when another one has that name
     * @throws IOException when there is no room in shared memory, or the process may only read
     * @throws IllegalArgumentException when the name is null or empty
     */
    public ColorsServerSocket(String name) throws IOException {
        this(name, 0);
    }

    /** The same; the port is what {@link #getLocalPort} says. */
    ColorsServerSocket(String name, int port) throws IOException {
        this(name, new ListenerImpl(name, port));
    }

    private ColorsServerSocket(String name, ListenerImpl listener) throws IOException {
        super(listener);
        this.name = name;
        this.listener = listener;
        super.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /**
     * Waits for the next client.
     *
     * @throws java.net.SocketTimeoutException when nobody came in the time of {@link #setSoTimeout}, within 50 ms
     * @throws SocketException when it was or is closed, or the thread is interrupted
     */
    @Override
    public ColorsSocket accept() throws IOException {
        if (isClosed()) {
            throw new SocketException("the listener at '" + name + "' was closed");
        }
        return new ColorsSocket(name, listener.next());
    }

    @Override
    public String toString() {
        return "ColorsServerSocket[" + name + "]";
    }
}
