// SPDX-License-Identifier: Apache-2.0
package colors.thrift;

import colors.SharedMemoryException;
import colors.connection.Connection;
import colors.connection.Listener;
import java.io.IOException;
import org.apache.thrift.transport.TServerTransport;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * Where clients connect over shared memory, for any server of Thrift that has a thread for each client:
 *
 * <pre>{@code
 * TServerTransport transport = new ColorsServerTransport("calculator");
 * new TThreadPoolServer(new TThreadPoolServer.Args(transport).processor(processor)).serve();
 * }</pre>
 */
public final class ColorsServerTransport extends TServerTransport {
    private final String name;
    private volatile Listener listener;

    /** For clients that know that name. Nobody can connect before {@link #listen}. */
    public ColorsServerTransport(String name) {
        this.name = name;
    }

    @Override
    public synchronized void listen() throws TTransportException {
        if (listener == null) {
            try {
                listener = Listener.open(name);
            } catch (IOException | SharedMemoryException | IllegalArgumentException e) {
                throw new TTransportException(TTransportException.NOT_OPEN, e.getMessage(), e);
            }
        }
    }

    @Override
    public TTransport accept() throws TTransportException {
        Listener open = listener;
        if (open == null) {
            throw new TTransportException(TTransportException.NOT_OPEN, "'" + name + "' is not listened at");
        }
        Connection connection = open.accept();
        if (connection == null) {
            throw new TTransportException(TTransportException.NOT_OPEN, "'" + name + "' was closed");
        }
        return new ColorsTransport(connection);
    }

    /** Ends {@link #accept}, within 50 ms. */
    @Override
    public void interrupt() {
        close();
    }

    @Override
    public void close() {
        Listener open = listener;
        if (open != null) {
            open.close();
        }
    }
}
