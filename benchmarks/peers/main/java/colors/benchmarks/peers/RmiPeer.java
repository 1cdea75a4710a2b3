// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.calls.PrivateSequences;
import colors.benchmarks.calls.RpcCaller;
import colors.benchmarks.calls.RpcType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;

/**
 * The service with Java RMI: arrays, and nodes that are Serializable. The address is the stub itself, so no registry is
 * needed.
 */
public final class RmiPeer implements RpcCaller {
    /** What the service does. */
    public interface Answers extends Remote {
        /** {@code type} is the ordinal of a type. */
        Object answer(int type, Object sequence) throws RemoteException;

        /** Ends the server. */
        void stop() throws RemoteException;
    }

    private final Answers service;

    /** A client of the server whose stub that is. */
    public RmiPeer(String stub) throws IOException, ClassNotFoundException {
        service = (Answers) Stubs.of(stub);
    }

    @Override
    public long call(RpcType type, int size, long first) throws RemoteException {
        return PrivateSequences.sum(service.answer(type.ordinal(), PrivateSequences.of(type, size, first)));
    }

    @Override
    public void close() throws RemoteException {
        service.stop();
    }

    private static final class Answering implements Answers {
        private final RpcType[] types = RpcType.values();

        @Override
        public Object answer(int type, Object sequence) {
            return PrivateSequences.answer(types[type], sequence);
        }

        @Override
        public void stop() throws RemoteException {
            UnicastRemoteObject.unexportObject(this, true);
        }
    }

    /** The server: prints its stub. */
    public static void main(String[] arguments) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        System.setProperty("java.rmi.server.hostname", loopback.getHostAddress());
        Remote stub =
                UnicastRemoteObject.exportObject(new Answering(), 0, null, port -> new ServerSocket(port, 0, loopback));
        System.out.println(Stubs.toText(stub));
    }
}
