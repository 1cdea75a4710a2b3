// SPDX-License-Identifier: Apache-2.0
package colors.sockets;

import colors.SharedMemoryException;
import colors.connection.Connection;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOptions;

/** One side of a connection, as java.net wants it. */
final class ConnectionImpl extends SharedMemoryImpl {
    private final Connection connection;
    private final ConnectionInput input;
    private final ConnectionOutput output;

    ConnectionImpl(Connection connection, int localPort, int remotePort) {
        super(localPort);
        port = remotePort;
        this.connection = connection;
        input = new ConnectionInput(connection);
        output = new ConnectionOutput(connection);
    }

    /** Connects to the listener of that name. */
    static ConnectionImpl to(String name, int port) throws IOException {
        try {
            return new ConnectionImpl(Connection.open(name), 0, port);
        } catch (SharedMemoryException e) {
            throw new IOException("no connection to '" + name + "': " + e.getMessage(), e);
        }
    }

    /** It is connected already; the address is that which java.net.Socket asks for. */
    @Override
    protected void connect(SocketAddress address, int milliseconds) {}

    @Override
    public void setOption(int option, Object value) throws SocketException {
        super.setOption(option, value);
        if (option == SocketOptions.SO_TIMEOUT) {
            input.setTimeout(timeoutMs());
        }
    }

    @Override
    protected InputStream getInputStream() {
        return input;
    }

    @Override
    protected OutputStream getOutputStream() {
        return output;
    }

    @Override
    protected int available() throws IOException {
        return input.available();
    }

    @Override
    protected void shutdownInput() {
        input.shut();
    }

    @Override
    protected void shutdownOutput() {
        output.shut();
    }

    @Override
    protected void close() {
        connection.close();
    }
}
