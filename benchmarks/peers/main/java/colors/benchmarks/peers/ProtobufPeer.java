// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.calls.RpcCaller;
import colors.benchmarks.calls.RpcType;
import colors.benchmarks.peers.messages.Sequence;
import com.google.protobuf.CodedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The service with Protocol Buffers over a loopback socket: messages from and to one buffer each. */
public final class ProtobufPeer implements RpcCaller {
    private final Framed frames;
    private ByteBuffer sent = ByteBuffer.allocate(Framed.BUFFER);

    private ProtobufPeer(Framed frames) {
        this.frames = frames;
    }

    /** A client of the server at that port. */
    public ProtobufPeer(String port) throws IOException {
        this(Framed.at(port));
    }

    private void send(Sequence sequence) throws IOException {
        int bytes = sequence.getSerializedSize();
        if (sent.capacity() < Framed.HEAD + bytes) {
            sent = ByteBuffer.allocate(2 * (Framed.HEAD + bytes));
        }
        sequence.writeTo(CodedOutputStream.newInstance(sent.array(), Framed.HEAD, bytes));
        frames.send(sent.clear().limit(Framed.HEAD + bytes));
    }

    private Sequence receive() throws IOException {
        ByteBuffer frame = frames.receive();
        return Sequence.parser().parseFrom(frame.array(), Framed.HEAD, frame.position() - Framed.HEAD);
    }

    @Override
    public long call(RpcType type, int size, long first) throws IOException {
        send(ProtobufSequences.of(type, size, first));
        return ProtobufSequences.sum(receive());
    }

    @Override
    public void close() throws IOException {
        frames.close();
    }

    /** The server: prints its port. */
    public static void main(String[] arguments) throws IOException {
        try (Framed frames = Framed.accepted()) {
            ProtobufPeer peer = new ProtobufPeer(frames);
            while (true) {
                peer.send(ProtobufSequences.answer(peer.receive()));
            }
        } catch (EOFException e) {
            // its client has ended
        }
    }
}
