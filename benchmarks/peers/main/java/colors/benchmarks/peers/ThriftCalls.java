// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.calls.PrivateSequences;
import colors.benchmarks.calls.RpcCaller;
import colors.benchmarks.calls.RpcType;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * Calls and answers in Thrift's binary protocol, over any transport. A method for each type, whose argument and result
 * are a list, written by hand as the compiler of Thrift generates it, but with arrays in the place of lists of boxes.
 */
class ThriftCalls implements RpcCaller {
    private static final TStruct ARGUMENTS = new TStruct("answer_args");
    private static final TField ARGUMENT = new TField("sequence", TType.LIST, (short) 1);
    private static final TStruct RESULTS = new TStruct("answer_result");
    private static final TField RESULT = new TField("success", TType.LIST, (short) 0);

    private final TProtocol in;
    private final TProtocol out;
    private int sent; // calls

    ThriftCalls(TTransport in, TTransport out) {
        this.in = new TBinaryProtocol(in);
        this.out = new TBinaryProtocol(out);
    }

    /** Connects a client. */
    final void open() throws TTransportException {
        out.getTransport().open();
    }

    @Override
    public long call(RpcType type, int size, long first) throws TException {
        ask(type, size, first);
        return reply(type);
    }

    /** The first half of a call. */
    void ask(RpcType type, int size, long first) throws TException {
        Object sequence = PrivateSequences.of(type, size, first);
        send(new TMessage(type.name(), TMessageType.CALL, ++sent), ARGUMENTS, ARGUMENT, sequence);
    }

    /** The second half. */
    long reply(RpcType type) throws TException {
        TMessage message = in.readMessageBegin();
        if (message.type != TMessageType.REPLY || message.seqid != sent) {
            throw new IllegalStateException("no reply to call " + sent + ", but " + message);
        }
        return PrivateSequences.sum(receive(type, RESULT));
    }

    private void send(TMessage message, TStruct struct, TField field, Object sequence) throws TException {
        out.writeMessageBegin(message);
        out.writeStructBegin(struct);
        out.writeFieldBegin(field);
        ThriftSequences.write(out, sequence);
        out.writeFieldEnd();
        out.writeFieldStop();
        out.writeStructEnd();
        out.writeMessageEnd();
        out.getTransport().flush();
    }

    /** The one field of a struct, and the end of the message. */
    private Object receive(RpcType type, TField field) throws TException {
        Object sequence = null;
        in.readStructBegin();
        for (TField next = in.readFieldBegin(); next.type != TType.STOP; next = in.readFieldBegin()) {
            if (next.id == field.id && next.type == field.type) {
                sequence = ThriftSequences.read(in, type);
            } else {
                in.skip(next.type);
            }
            in.readFieldEnd();
        }
        in.readStructEnd();
        in.readMessageEnd();
        return sequence;
    }

    @Override
    public void close() {
        out.getTransport().close();
    }

    /** Answers one call. */
    void answer() throws TException {
        TMessage message = in.readMessageBegin();
        RpcType type = RpcType.valueOf(message.name);
        Object sequence = receive(type, ARGUMENT);
        TMessage reply = new TMessage(message.name, TMessageType.REPLY, message.seqid);
        send(reply, RESULTS, RESULT, PrivateSequences.answer(type, sequence));
    }

    /** Until the client has ended. */
    void answerAll() throws TException {
        try {
            while (true) {
                answer();
            }
        } catch (TTransportException e) {
            if (e.getType() != TTransportException.END_OF_FILE) {
                throw e;
            }
        }
    }
}
