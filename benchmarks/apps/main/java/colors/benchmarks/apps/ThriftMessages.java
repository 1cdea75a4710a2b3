// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

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
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFastFramedTransport;

/**
 * One end of a connection that speaks Thrift: the binary protocol in frames over TCP. Arguments and results are written
 * by hand as Thrift's compiler generates it. For one thread.
 */
final class ThriftMessages implements AutoCloseable {
    /** Writes the fields of a struct. */
    interface Writer {
        void write(TProtocol protocol) throws TException;
    }

    /** Reads one field of a struct. */
    interface Reader {
        void read(TProtocol protocol, TField field) throws TException;
    }

    /** Takes one call of a client and answers it. */
    interface Answerer {
        void answer(ThriftMessages messages) throws Exception;
    }

    private static final int BUFFER = 1 << 16;
    private static final TStruct STRUCT = new TStruct("struct");

    private final TProtocol protocol;
    private int calls;

    private ThriftMessages(TFastFramedTransport transport) {
        protocol = new TBinaryProtocol(transport);
    }

    /** The server's end. */
    static ThriftMessages of(TSocket socket) throws TTransportException {
        return new ThriftMessages(new TFastFramedTransport(socket, BUFFER));
    }

    /** The client's end, to the server at that port of the loopback interface. */
    static ThriftMessages to(int port) throws TTransportException {
        ThriftMessages messages =
                of(new TSocket(InetAddress.getLoopbackAddress().getHostAddress(), port));
        messages.protocol.getTransport().open();
        return messages;
    }

    /** Prints a new port and answers clients there, each in a thread of its own, until the process is killed. */
    static void serve(Answerer answerer) throws TTransportException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (TServerSocket listener = new TServerSocket(anyPort)) {
            System.out.println(listener.getServerSocket().getLocalPort());
            while (true) {
                TSocket socket = listener.accept();
                Thread.ofPlatform().daemon().start(() -> answerAll(socket, answerer));
            }
        }
    }

    private static void answerAll(TSocket socket, Answerer answerer) {
        try (ThriftMessages messages = of(socket)) {
            while (true) {
                answerer.answer(messages);
            }
        } catch (TTransportException e) {
            if (e.getType() != TTransportException.END_OF_FILE) {
                e.printStackTrace();
            }
        } catch (Exception e) {
            e.printStackTrace();
        }
    }

    void call(String method, Writer arguments, Reader result) throws TException {
        send(new TMessage(method, TMessageType.CALL, ++calls), arguments);
        TMessage message = protocol.readMessageBegin();
        if (message.type != TMessageType.REPLY || message.seqid != calls) {
            throw new IllegalStateException("no reply to call " + calls + ", but " + message);
        }
        receive(result);
    }

    TMessage next() throws TException {
        return protocol.readMessageBegin();
    }

    void reply(TMessage call, Writer result) throws TException {
        send(new TMessage(call.name, TMessageType.REPLY, call.seqid), result);
    }

    private void send(TMessage message, Writer fields) throws TException {
        protocol.writeMessageBegin(message);
        writeStruct(protocol, fields);
        protocol.writeMessageEnd();
        protocol.getTransport().flush();
    }

    /** The struct after the message's begin, and its end. */
    void receive(Reader fields) throws TException {
        readStruct(protocol, fields);
        protocol.readMessageEnd();
    }

    static void writeStruct(TProtocol protocol, Writer fields) throws TException {
        protocol.writeStructBegin(STRUCT);
        fields.write(protocol);
        protocol.writeFieldStop();
        protocol.writeStructEnd();
    }

    static void readStruct(TProtocol protocol, Reader fields) throws TException {
        protocol.readStructBegin();
        for (TField field = protocol.readFieldBegin(); field.type != TType.STOP; field = protocol.readFieldBegin()) {
            fields.read(protocol, field);
            protocol.readFieldEnd();
        }
        protocol.readStructEnd();
    }

    static void write(TProtocol protocol, int id, String value) throws TException {
        protocol.writeFieldBegin(new TField("", TType.STRING, (short) id));
        protocol.writeString(value);
        protocol.writeFieldEnd();
    }

    @Override
    public void close() {
        protocol.getTransport().close();
    }
}
