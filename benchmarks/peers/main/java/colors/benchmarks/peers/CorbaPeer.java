// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.calls.PrivateSequences;
import colors.benchmarks.calls.RpcCaller;
import colors.benchmarks.calls.RpcType;
import colors.benchmarks.peers.idl.Answers;
import colors.benchmarks.peers.idl.AnswersHelper;
import colors.benchmarks.peers.idl.AnswersPOA;
import colors.benchmarks.peers.idl.Node;
import java.net.InetAddress;
import java.util.Properties;
import org.omg.CORBA.ORB;
import org.omg.CORBA.UserException;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;

/** The service with CORBA, of JacORB: IIOP over loopback sockets. The address is the reference itself, as a string. */
public final class CorbaPeer implements RpcCaller {
    private final ORB orb = orb();
    private final Answers service;

    /** A client of the server with that reference. */
    public CorbaPeer(String reference) {
        service = AnswersHelper.narrow(orb.string_to_object(reference));
    }

    private static ORB orb() {
        Properties settings = new Properties();
        settings.setProperty("org.omg.CORBA.ORBClass", "org.jacorb.orb.ORB");
        settings.setProperty("org.omg.CORBA.ORBSingletonClass", "org.jacorb.orb.ORBSingleton");
        settings.setProperty("jacorb.orb.print_version", "off");
        settings.setProperty("OAIAddr", InetAddress.getLoopbackAddress().getHostAddress());
        return ORB.init(new String[0], settings);
    }

    @Override
    public long call(RpcType type, int size, long first) {
        int levels = type.levels();
        if (levels > 0) {
            return CorbaTrees.sum(service.trees(CorbaTrees.of(levels, size, first), levels));
        }
        return PrivateSequences.sum(
                switch (PrivateSequences.of(type, size, first)) {
                    case boolean[] array -> service.bool(array);
                    case long[] array -> service.integer(array);
                    case double[] array -> service.floating(array);
                    case Object array -> service.text((String[]) array);
                });
    }

    @Override
    public void close() {
        service.stop();
        orb.shutdown(true);
    }

    private static final class Answering extends AnswersPOA {
        private final ORB orb;

        private Answering(ORB orb) {
            this.orb = orb;
        }

        @Override
        public boolean[] bool(boolean[] elements) {
            return (boolean[]) PrivateSequences.answer(RpcType.bool, elements);
        }

        @Override
        public long[] integer(long[] elements) {
            return (long[]) PrivateSequences.answer(RpcType.integer, elements);
        }

        @Override
        public double[] floating(double[] elements) {
            return (double[]) PrivateSequences.answer(RpcType.floating, elements);
        }

        @Override
        public String[] text(String[] elements) {
            return (String[]) PrivateSequences.answer(RpcType.string, elements);
        }

        @Override
        public Node[] trees(Node[] elements, int levels) {
            return CorbaTrees.of(levels, elements.length, RpcType.answer(CorbaTrees.sum(elements)));
        }

        @Override
        public void stop() {
            orb.shutdown(false);
        }
    }

    /** The server: prints its reference. */
    public static void main(String[] arguments) throws UserException {
        ORB orb = orb();
        POA adapter = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
        adapter.the_POAManager().activate();
        System.out.println(orb.object_to_string(new Answering(orb)._this(orb)));
        orb.run();
    }
}
