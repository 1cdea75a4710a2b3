// SPDX-License-Identifier: Apache-2.0
package colors.sockets;

import colors.SharedMemoryException;
import colors.connection.Connection;
import colors.connection.Listener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;

/** A listener, as java.net wants it. */
final class ListenerImpl extends SharedMemoryImpl {
    private final Listener listener;

    /** Of a name. The port is told to those who ask for one. */
    ListenerImpl(String name, int port) throws IOException {
        super(port);
        try {
            listener = Listener.open(name);
        } catch (SharedMemoryException e) {
            throw new IOException("nothing listens at '" + name + "': " + e.getMessage(), e);
        }
    }

    /** It is bound already. */
    @Override
    protected void bind(InetAddress host, int port) {}

    @Override
    protected void listen(int backlog) {}

    /** The next connection. */
    ConnectionImpl next() throws IOException {
        Connection connection = listener.accept(timeoutMs());
        if (connection == null) {
            throw new SocketException(
                    Thread.currentThread().isInterrupted()
                            ? "interrupted while it listened at '" + listener.name() + "'"
                            : "the listener at '" + listener.name() + "' was closed");
        }
        return new ConnectionImpl(connection, localport, 0);
    }

    @Override
    protected void close() {
        listener.close();
    }
}
