// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.RpcCaller;
import colors.benchmarks.RpcType;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.thrift.TException;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFastFramedTransport;

/** The service with Apache Thrift: {@link ThriftCalls} over framed sockets. */
public final class ThriftPeer implements RpcCaller {
    private static final int BUFFER = 1 << 16;

    private final TTransport transport;
    private final ThriftCalls calls;

    private ThriftPeer(TSocket socket) throws TTransportException {
        transport = new TFastFramedTransport(socket, BUFFER);
        calls = new ThriftCalls(transport, transport);
    }

    /** A client of the server at that port. */
    public ThriftPeer(String port) throws TTransportException {
        this(new TSocket(InetAddress.getLoopbackAddress().getHostAddress(), Integer.parseInt(port)));
        transport.open();
    }

    @Override
    public long call(RpcType type, int size, long first) throws TException {
        return calls.call(type, size, first);
    }

    @Override
    public void close() {
        transport.close();
    }

    /** The server: prints its port. */
    public static void main(String[] arguments) throws TException {
        try (TServerSocket listener = new TServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            System.out.println(listener.getServerSocket().getLocalPort());
            new ThriftPeer(listener.accept()).calls.answerAll();
        }
    }
}
