// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.PrivateSequences;
import colors.benchmarks.RpcCaller;
import colors.benchmarks.RpcType;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFastFramedTransport;

/**
 * The service with Apache Thrift: the binary protocol over framed sockets. A method for each type, whose argument and
 * result are a list, written by hand as the compiler of Thrift generates it, but with arrays in the place of lists of
 * boxes.
 */
public final class ThriftPeer implements RpcCaller {
    private static final TStruct ARGUMENTS = new TStruct("answer_args");
    private static final TField ARGUMENT = new TField("sequence", TType.LIST, (short) 1);
    private static final TStruct RESULTS = new TStruct("answer_result");
    private static final TField RESULT = new TField("success", TType.LIST, (short) 0);
    private static final int BUFFER = 1 << 16;

    private final TTransport transport;
    private final TProtocol protocol;
    private int sent; // calls

    private ThriftPeer(TSocket socket) throws TTransportException {
        transport = new TFastFramedTransport(socket, BUFFER);
        protocol = new TBinaryProtocol(transport);
    }

    /** A client of the server at that port. */
    public ThriftPeer(String port) throws TTransportException {
        this(new TSocket(InetAddress.getLoopbackAddress().getHostAddress(), Integer.parseInt(port)));
        transport.open();
    }

    @Override
    public long call(RpcType type, int size, long first) throws TException {
        int number = ++sent;
        Object sequence = PrivateSequences.of(type, size, first);
        send(new TMessage(type.name(), TMessageType.CALL, number), ARGUMENTS, ARGUMENT, sequence);
        TMessage message = protocol.readMessageBegin();
        if (message.type != TMessageType.REPLY || message.seqid != number) {
            throw new IllegalStateException("no reply to call " + number + ", but " + message);
        }
        return PrivateSequences.sum(receive(type, RESULT));
    }

    private void send(TMessage message, TStruct struct, TField field, Object sequence) throws TException {
        protocol.writeMessageBegin(message);
        protocol.writeStructBegin(struct);
        protocol.writeFieldBegin(field);
        ThriftSequences.write(protocol, sequence);
        protocol.writeFieldEnd();
        protocol.writeFieldStop();
        protocol.writeStructEnd();
        protocol.writeMessageEnd();
        transport.flush();
    }

    /** The one field of a struct, and the end of the message. */
    private Object receive(RpcType type, TField field) throws TException {
        Object sequence = null;
        protocol.readStructBegin();
        for (TField next = protocol.readFieldBegin(); next.type != TType.STOP; next = protocol.readFieldBegin()) {
            if (next.id == field.id && next.type == field.type) {
                sequence = ThriftSequences.read(protocol, type);
            } else {
                protocol.skip(next.type);
            }
            protocol.readFieldEnd();
        }
        protocol.readStructEnd();
        protocol.readMessageEnd();
        return sequence;
    }

    @Override
    public void close() {
        transport.close();
    }

    private void answer() throws TException {
        TMessage message = protocol.readMessageBegin();
        RpcType type = RpcType.valueOf(message.name);
        Object sequence = receive(type, ARGUMENT);
        TMessage reply = new TMessage(message.name, TMessageType.REPLY, message.seqid);
        send(reply, RESULTS, RESULT, PrivateSequences.answer(type, sequence));
    }

    /** The server: prints its port. */
    public static void main(String[] arguments) throws TException {
        try (TServerSocket listener = new TServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            System.out.println(listener.getServerSocket().getLocalPort());
            ThriftPeer peer = new ThriftPeer(listener.accept());
            while (true) {
                peer.answer();
            }
        } catch (TTransportException e) {
            if (e.getType() != TTransportException.END_OF_FILE) {
                throw e;
            } // else its client has ended
        }
    }
}
