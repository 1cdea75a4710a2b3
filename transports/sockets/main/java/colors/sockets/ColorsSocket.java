// SPDX-License-Identifier: Apache-2.0
package colors.sockets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A socket to a process of the same segment of shared memory, for code that takes a {@link Socket}:
 *
 * <pre>{@code
 * try (Socket socket = new ColorsSocket("news")) {
 *     socket.getOutputStream().write(question);
 *     byte[] answer = socket.getInputStream().readAllBytes();
 * }
 * }</pre>
 *
 * <p>It is connected from the start. Each write of its output stream is sent at once and wakes who reads, so small
 * writes want a {@link java.io.BufferedOutputStream}. Time-outs of reads work ({@link #setSoTimeout}, within 50 ms) and
 * so do half-closed connections; other options are kept and change nothing. Addresses are the loopback interface's,
 * though no network is used. A read from a process that ended without closing throws a
 * {@link java.net.SocketException}, after 50 ms or so. A thread that is interrupted while it reads or writes gets an
 * {@link java.io.InterruptedIOException}.
 *
 * <p>Thread-safe; one thread may read while another one writes. It has no {@link #getChannel() channel}.
 */
public final class ColorsSocket extends Socket {
    private final String name;

    /**
     * Connects to the {@link ColorsServerSocket} of that name.
     *
     * @throws java.net.ConnectException when there is none, or it does not take the connection within 5 s
     * @throws IOException when there is no room in shared memory, or the process may only read
     * @throws IllegalArgumentException when the name is null or empty
     */
    public ColorsSocket(String name) throws IOException {
        this(name, 0);
    }

    /** The same; the port is what {@link #getPort} says. */
    ColorsSocket(String name, int port) throws IOException {
        this(name, ConnectionImpl.to(name, port));
    }

    /** The server's side. */
    ColorsSocket(String name, ConnectionImpl connection) throws IOException {
        super(connection);
        this.name = name;
        super.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @Override
    public String toString() {
        return "ColorsSocket[" + name + "]";
    }
}
