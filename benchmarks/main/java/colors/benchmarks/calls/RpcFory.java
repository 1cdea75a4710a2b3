// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import colors.benchmarks.graph.FastFory;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;

/**
 * The service with Apache Fory over a loopback socket: what is fastest of the frameworks that copy. References are not
 * tracked, numbers not compressed, serialisers generated beforehand, buffers used again; sequences are arrays.
 */
public final class RpcFory implements RpcCaller {
    private static final int HEAD = 8; // type, bytes
    private static final int BUFFER = 1 << 16;

    private final Fory fory = FastFory.make();
    private final MemoryBuffer buffer = MemoryBuffer.newHeapBuffer(BUFFER);
    private final SocketChannel socket;
    private ByteBuffer received = ByteBuffer.allocate(BUFFER);
    private int head; // of what was received

    private RpcFory(SocketChannel socket) throws Exception {
        this.socket = socket;
        fory.register(RpcNode.class);
        fory.register(RpcNode[].class);
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /** A client of the server at that port. */
    public RpcFory(String port) throws Exception {
        this(SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port))));
    }

    private void send(int type, Object sequence) throws Exception {
        buffer.writerIndex(HEAD);
        fory.serialize(buffer, sequence);
        int bytes = buffer.writerIndex();
        ByteBuffer sent = buffer.sliceAsByteBuffer(0, bytes);
        sent.putInt(0, type).putInt(4, bytes - HEAD);
        while (sent.hasRemaining()) {
            socket.write(sent);
        }
    }

    private void fill(int bytes) throws Exception {
        while (received.position() < bytes) {
            if (socket.read(received) < 0) {
                throw new EOFException();
            }
        }
    }

    private Object receive() throws Exception {
        received.clear();
        fill(HEAD);
        head = received.getInt(0);
        int all = HEAD + received.getInt(4);
        if (received.capacity() < all) {
            received = ByteBuffer.allocate(2 * all).put(received.flip());
        }
        fill(all);
        return fory.deserialize(MemoryBuffer.fromByteArray(received.array(), HEAD, all - HEAD));
    }

    @Override
    public long call(RpcType type, int size, long first) throws Exception {
        send(type.ordinal(), PrivateSequences.of(type, size, first));
        return PrivateSequences.sum(receive());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** The server: prints its port. */
    public static void main(String[] arguments) throws Exception {
        try (ServerSocketChannel listener =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            System.out.println(((InetSocketAddress) listener.getLocalAddress()).getPort());
            RpcFory peer = new RpcFory(listener.accept());
            while (true) {
                Object sequence = peer.receive();
                peer.send(peer.head, PrivateSequences.answer(RpcType.values()[peer.head], sequence));
            }
        } catch (EOFException e) {
            // its client has ended
        }
    }
}
