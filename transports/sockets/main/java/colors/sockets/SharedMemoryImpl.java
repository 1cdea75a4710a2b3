// SPDX-License-Identifier: Apache-2.0
package colors.sockets;

import colors.connection.ByteRing;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOptions;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a socket's and a listener's implementation have in common: options, which are kept and, but for the time-out,
 * change nothing, and what neither can do.
 */
abstract class SharedMemoryImpl extends SocketImpl {
    private final Map<Integer, Object> options = new ConcurrentHashMap<>(Map.of(
            SocketOptions.SO_TIMEOUT,
            0,
            SocketOptions.TCP_NODELAY,
            true, // what is written goes at once
            SocketOptions.SO_KEEPALIVE,
            true, // that a process has ended is noticed
            SocketOptions.SO_REUSEADDR,
            false,
            SocketOptions.SO_OOBINLINE,
            false,
            SocketOptions.SO_LINGER,
            false,
            SocketOptions.IP_TOS,
            0,
            SocketOptions.SO_SNDBUF,
            ByteRing.CAPACITY,
            SocketOptions.SO_RCVBUF,
            ByteRing.CAPACITY,
            SocketOptions.SO_BINDADDR,
            InetAddress.getLoopbackAddress()));

    SharedMemoryImpl(int port) {
        localport = port;
        address = InetAddress.getLoopbackAddress();
    }

    /** In milliseconds; 0: none. */
    final int timeoutMs() {
        return (Integer) options.get(SocketOptions.SO_TIMEOUT);
    }

    @Override
    public void setOption(int option, Object value) throws SocketException {
        checkOption(option);
        options.put(option, Objects.requireNonNull(value, "the value of a socket's option"));
    }

    @Override
    public final Object getOption(int option) throws SocketException {
        checkOption(option);
        return options.get(option);
    }

    private void checkOption(int option) throws SocketException {
        if (!options.containsKey(option)) {
            throw new SocketException("sockets over shared memory have no option 0x" + Integer.toHexString(option));
        }
    }

    @Override
    protected final void create(boolean isStream) throws SocketException {
        if (!isStream) {
            throw new SocketException("sockets over shared memory are streams, not datagrams");
        }
    }

    @Override
    protected final void connect(String host, int port) throws IOException {
        throw isNamed();
    }

    @Override
    protected final void connect(InetAddress host, int port) throws IOException {
        throw isNamed();
    }

    @Override
    protected void connect(SocketAddress address, int milliseconds) throws IOException {
        throw isNamed();
    }

    @Override
    protected void bind(InetAddress host, int port) throws IOException {
        throw isNamed();
    }

    @Override
    protected void listen(int backlog) throws IOException {
        throw isNamed();
    }

    @Override
    protected final void accept(SocketImpl socket) throws IOException {
        throw isNamed();
    }

    @Override
    protected InputStream getInputStream() throws IOException {
        throw isNamed();
    }

    @Override
    protected OutputStream getOutputStream() throws IOException {
        throw isNamed();
    }

    @Override
    protected int available() throws IOException {
        return 0;
    }

    @Override
    protected final void sendUrgentData(int data) throws IOException {
        throw new SocketException("sockets over shared memory have no urgent data");
    }

    private static SocketException isNamed() {
        return new SocketException(
                "a socket over shared memory is connected or bound by its constructor, which takes a name");
    }
}
