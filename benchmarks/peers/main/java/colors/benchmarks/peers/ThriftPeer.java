// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.thrift.TException;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFastFramedTransport;

/** The service with Apache Thrift: calls over framed sockets. */
public final class ThriftPeer extends ThriftCalls {
    private static final int BUFFER = 1 << 16;

    private ThriftPeer(TSocket socket) throws TTransportException {
        this(new TFastFramedTransport(socket, BUFFER));
    }

    private ThriftPeer(TTransport transport) {
        super(transport, transport);
    }

    /** A client of the server at that port. */
    public ThriftPeer(String port) throws TTransportException {
        this(new TSocket(InetAddress.getLoopbackAddress().getHostAddress(), Integer.parseInt(port)));
        open();
    }

    /** The server: prints its port. */
    public static void main(String[] arguments) throws TException {
        try (TServerSocket listener = new TServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            System.out.println(listener.getServerSocket().getLocalPort());
            new ThriftPeer(listener.accept()).answerAll();
        }
    }
}
