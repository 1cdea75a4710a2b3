// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * One end of a loopback socket that passes messages: four bytes with the length, the greatest first, and the message.
 * For one thread. Its twin is python/framed.py.
 */
final class Framed implements Closeable {
    /** Bytes before a message. */
    static final int HEAD = 4;

    static final int BUFFER = 1 << 16;

    private final SocketChannel socket;
    private ByteBuffer received = ByteBuffer.allocate(BUFFER);

    private Framed(SocketChannel socket) throws IOException {
        this.socket = socket;
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /** A client of the server at that port. */
    static Framed at(String port) throws IOException {
        return new Framed(
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port))));
    }

    /** Prints a port and waits for a client. */
    static Framed accepted() throws IOException {
        try (ServerSocketChannel listener =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            System.out.println(((InetSocketAddress) listener.getLocalAddress()).getPort());
            return new Framed(listener.accept());
        }
    }

    /** The message is what comes after HEAD bytes, which are overwritten. */
    void send(ByteBuffer frame) throws IOException {
        frame.putInt(0, frame.limit() - HEAD);
        while (frame.hasRemaining()) {
            socket.write(frame);
        }
    }

    private void fill(int bytes) throws IOException {
        while (received.position() < bytes) {
            if (socket.read(received) < 0) {
                throw new EOFException();
            }
        }
    }

    /**
     * The next frame, in a buffer of the heap: HEAD bytes and the message, valid until the next one. Throws
     * EOFException when the other end has closed.
     */
    ByteBuffer receive() throws IOException {
        received.clear();
        fill(HEAD);
        int all = HEAD + received.getInt(0);
        if (received.capacity() < all) {
            received = ByteBuffer.allocate(2 * all).put(received.flip());
        }
        fill(all);
        return received;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
