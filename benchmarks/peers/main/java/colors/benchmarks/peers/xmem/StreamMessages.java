// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers.xmem;

import colors.benchmarks.protocols.XmemCaller;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** Messages over a socket that is kept, each a length and bytes, in one write; the answer to each is another one. */
public final class StreamMessages implements XmemCaller {
    private static final int BUFFER = 1 << 16;

    private final Message message;
    private final Socket socket;
    private final DataInputStream input;
    private final DataOutputStream output;

    private StreamMessages(Message message, Socket socket) throws IOException {
        this.message = message;
        this.socket = socket;
        input = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER));
        output = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER));
    }

    /** A client of the server at that address. */
    public StreamMessages(String what, String address) throws IOException {
        this(Message.of(what), Way.of(what).connect(address));
    }

    @Override
    public long call(int size, long first) throws IOException {
        send(message.bytes(size, first));
        return receive();
    }

    private void send(byte[] bytes) throws IOException {
        output.writeInt(bytes.length);
        output.write(bytes);
        output.flush();
    }

    private long receive() throws IOException {
        byte[] bytes = new byte[input.readInt()];
        input.readFully(bytes);
        return message.sum(bytes);
    }

    @Override
    public long expected(int size) {
        return TreeSum.expected(size);
    }

    @Override
    public int[] sizes() {
        return message.sizes();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** Until the client has closed. */
    private void answerAll() throws IOException {
        try {
            while (true) {
                long sum = receive();
                send(message.bytes(TreeSum.size(sum), TreeSum.answer(sum)));
            }
        } catch (EOFException e) {
            // It has.
        }
    }

    /** The server, of messages in a way: prints its address. */
    public static void main(String[] arguments) throws IOException {
        Way way = Way.of(arguments[0]);
        try (ServerSocket listener = way.listen()) {
            System.out.println(way.address(listener));
            try (Socket socket = listener.accept()) {
                socket.setTcpNoDelay(true);
                new StreamMessages(Message.of(arguments[0]), socket).answerAll();
            }
        }
    }
}
