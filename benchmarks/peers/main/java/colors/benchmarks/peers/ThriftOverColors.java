// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.RpcCaller;
import colors.benchmarks.RpcType;
import colors.thrift.ColorsServerTransport;
import colors.thrift.ColorsTransport;
import org.apache.thrift.TException;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/** {@link ThriftPeer} over shared memory. The transport has pieces of its own, so there are no frames. */
public final class ThriftOverColors implements RpcCaller {
    private final TTransport transport;
    private final ThriftCalls calls;

    private ThriftOverColors(TTransport transport) {
        this.transport = transport;
        calls = new ThriftCalls(transport, transport);
    }

    /** A client of the server of that name. */
    public ThriftOverColors(String name) throws TTransportException {
        this(new ColorsTransport(name));
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

    /** The server: prints its name. */
    public static void main(String[] arguments) throws TException {
        String name = "bench";
        try (ColorsServerTransport listener = new ColorsServerTransport(name)) {
            listener.listen();
            System.out.println(name);
            new ThriftOverColors(listener.accept()).calls.answerAll();
        }
    }
}
