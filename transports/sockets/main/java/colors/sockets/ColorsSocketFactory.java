// SPDX-License-Identifier: Apache-2.0
package colors.sockets;

import java.io.IOException;
import java.io.Serializable;
import java.net.BindException;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Java RMI over shared memory: what calls, registries and distributed garbage collection send goes through sockets of
 * this package instead of TCP.
 *
 * <pre>{@code
 * ColorsSocketFactory factory = new ColorsSocketFactory();
 * Registry registry = LocateRegistry.createRegistry(1099, factory, factory);
 * registry.bind("bank", UnicastRemoteObject.exportObject(bank, 0, factory, factory));
 *
 * Registry registry = LocateRegistry.getRegistry("localhost", 1099, new ColorsSocketFactory());
 * Bank bank = (Bank) registry.lookup("bank");
 * }</pre>
 *
 * <p>A stub carries the factory, so clients need this class, and name it for the registry alone. A port is a part of a
 * name in the segment, {@code rmi/PORT}, and has nothing to do with one of TCP; hosts are not looked at. All factories
 * are equal. Thread-safe.
 */
public final class ColorsSocketFactory implements RMIClientSocketFactory, RMIServerSocketFactory, Serializable {
    private static final long serialVersionUID = 1;
    private static final int FIRST_ANONYMOUS = 49_152; // as the ports that systems give out
    private static final int LAST_PORT = 65_535;
    private static final int ATTEMPTS = 8;

    /** Creates one. */
    public ColorsSocketFactory() {}

    private static String nameOf(int port) {
        return "rmi/" + port;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return new ColorsSocket(nameOf(port), port);
    }

    /** For port 0 one that nobody has. */
    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        if (port < 0 || port > LAST_PORT) {
            throw new IllegalArgumentException("port " + port + "; expected 1 to " + LAST_PORT + ", or 0 for any");
        }
        return port == 0 ? createAnonymous() : new ColorsServerSocket(nameOf(port), port);
    }

    private static ServerSocket createAnonymous() throws IOException {
        BindException last = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_ANONYMOUS, LAST_PORT + 1);
            try {
                return new ColorsServerSocket(nameOf(port), port);
            } catch (BindException e) {
                last = e;
            }
        }
        throw last;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ColorsSocketFactory;
    }

    @Override
    public int hashCode() {
        return ColorsSocketFactory.class.hashCode();
    }
}
