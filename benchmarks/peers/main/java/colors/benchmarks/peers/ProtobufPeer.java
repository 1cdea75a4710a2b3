// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.RpcCaller;
import colors.benchmarks.RpcType;
import colors.benchmarks.peers.messages.Sequence;
import com.google.protobuf.CodedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The service with Protocol Buffers over a loopback socket: messages after their lengths, from and to one buffer each.
 */
public final class ProtobufPeer implements RpcCaller {
    private static final int HEAD = 4; // bytes
    private static final int BUFFER = 1 << 16;

    private final SocketChannel socket;
    private ByteBuffer sent = ByteBuffer.allocate(BUFFER);
    private ByteBuffer received = ByteBuffer.allocate(BUFFER);

    private ProtobufPeer(SocketChannel socket) throws IOException {
        this.socket = socket;
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /** A client of the server at that port. */
    public ProtobufPeer(String port) throws IOException {
        this(SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port))));
    }

    private void send(Sequence sequence) throws IOException {
        int bytes = sequence.getSerializedSize();
        if (sent.capacity() < HEAD + bytes) {
            sent = ByteBuffer.allocate(2 * (HEAD + bytes));
        }
        sent.clear().limit(HEAD + bytes).putInt(0, bytes);
        sequence.writeTo(CodedOutputStream.newInstance(sent.array(), HEAD, bytes));
        while (sent.hasRemaining()) {
            socket.write(sent);
        }
    }

    private void fill(int bytes) throws IOException {
        while (received.position() < bytes) {
            if (socket.read(received) < 0) {
                throw new EOFException();
            }
        }
    }

    private Sequence receive() throws IOException {
        received.clear();
        fill(HEAD);
        int all = HEAD + received.getInt(0);
        if (received.capacity() < all) {
            received = ByteBuffer.allocate(2 * all).put(received.flip());
        }
        fill(all);
        return Sequence.parser().parseFrom(received.array(), HEAD, all - HEAD);
    }

    @Override
    public long call(RpcType type, int size, long first) throws IOException {
        send(ProtobufSequences.of(type, size, first));
        return ProtobufSequences.sum(receive());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** The server: prints its port. */
    public static void main(String[] arguments) throws IOException {
        try (ServerSocketChannel listener =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            System.out.println(((InetSocketAddress) listener.getLocalAddress()).getPort());
            ProtobufPeer peer = new ProtobufPeer(listener.accept());
            while (true) {
                peer.send(ProtobufSequences.answer(peer.receive()));
            }
        } catch (EOFException e) {
            // its client has ended
        }
    }
}
