// SPDX-License-Identifier: Apache-2.0
package colors.sockets;

import colors.connection.ByteRing;
import colors.connection.Connection;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketException;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bytes that go over a connection, sent by each write, in pieces: a word that tells the length, then the bytes.
 * Thread-safe.
 */
final class ConnectionOutput extends OutputStream {
    /** The longest piece. Several fit into a ring, so one is read while the next one is written. */
    static final int PIECE = ByteRing.CAPACITY / 8;

    private static final int WORD = 8;

    private final Connection connection;
    private final Waiting waiting;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean isShut;

    ConnectionOutput(Connection connection) {
        this.connection = connection;
        this.waiting = new Waiting(connection);
    }

    /** Nothing is sent any more; the other side reads what was, and then the end. */
    void shut() {
        isShut = true;
        connection.endOutput();
        connection.wakeThisSide();
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        lock.lock();
        try {
            for (int sent = 0; sent < length; ) {
                int piece = Math.min(PIECE, length - sent);
                send(bytes, offset + sent, piece);
                sent += piece;
            }
        } finally {
            lock.unlock();
        }
    }

    private void send(byte[] bytes, int offset, int piece) throws IOException {
        ByteRing out = connection.out();
        int needed = WORD + ByteRing.padded(piece);
        if (out.room() < needed) {
            waiting.until(() -> isRoom(needed) || isEnded(), 0);
        }
        if (isEnded()) {
            throw new SocketException(whyEnded());
        }
        out.putWord(piece);
        out.put(bytes, offset, piece);
        connection.publish();
    }

    private boolean isEnded() {
        return isShut || connection.isOutputEnded();
    }

    private String whyEnded() {
        if (connection.isClosed()) {
            return "the socket of '" + connection.name() + "' was closed";
        }
        return isShut
                ? "the output of the socket of '" + connection.name() + "' was shut"
                : "the other side of '" + connection.name() + "' has closed, and reads no more";
    }

    private boolean isRoom(int needed) {
        connection.wantRoom();
        return connection.out().room() >= needed;
    }
}
