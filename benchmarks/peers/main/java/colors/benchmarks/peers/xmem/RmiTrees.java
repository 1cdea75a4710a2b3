// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers.xmem;

import colors.benchmarks.peers.Stubs;
import colors.benchmarks.protocols.XmemCaller;
import java.io.IOException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;

/** A remote method of Java RMI that takes a tree and returns another one. */
public final class RmiTrees implements XmemCaller {
    /** The remote object. */
    public interface Answers extends Remote {
        Tree answer(Tree tree) throws RemoteException;
    }

    /** RMI keeps an object only while a client has its stub. */
    private static final Answers ANSWERS = RmiTrees::answered;

    private final Answers answers;

    /** A client of the server that printed its stub. */
    public RmiTrees(@SuppressWarnings("unused") String what, String stub) throws IOException, ClassNotFoundException {
        answers = (Answers) Stubs.of(stub);
    }

    static Tree answered(Tree tree) {
        long sum = tree.sum();
        return Tree.make(TreeSum.size(sum), TreeSum.answer(sum));
    }

    @Override
    public long call(int size, long first) throws RemoteException {
        return answers.answer(Tree.make(size, first)).sum();
    }

    @Override
    public long expected(int size) {
        return TreeSum.expected(size);
    }

    /** The server, in a way: prints its stub. */
    public static void main(String[] arguments) throws IOException {
        Way.useLoopback();
        Way way = Way.of(arguments[0]);
        System.out.println(Stubs.toText(UnicastRemoteObject.exportObject(ANSWERS, 0, way.clients(), way.servers())));
    }
}
