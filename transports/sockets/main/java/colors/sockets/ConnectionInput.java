// SPDX-License-Identifier: Apache-2.0
package colors.sockets;

import colors.connection.ByteRing;
import colors.connection.Connection;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/** The bytes that come over a connection, in the pieces of {@link ConnectionOutput}. Thread-safe. */
final class ConnectionInput extends InputStream {
    private final Connection connection;
    private final Waiting waiting;
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock: what was received and not read.
    private byte[] arrived = new byte[512];
    private int start;
    private int end;
    private volatile int timeoutMs;
    private volatile boolean isShut;

    ConnectionInput(Connection connection) {
        this.connection = connection;
        this.waiting = new Waiting(connection);
    }

    /** How long a read waits; 0: as long as the other side lives. */
    void setTimeout(int milliseconds) {
        timeoutMs = milliseconds;
    }

    /** Nothing is read any more; what waits for it is told the end. */
    void shut() {
        isShut = true;
        connection.wakeThisSide();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0 || isShut) {
            return length == 0 ? 0 : -1;
        }
        lock.lock();
        try {
            checkOpen();
            if (start == end) {
                int piece = awaitPiece();
                if (piece < 0) {
                    return -1;
                }
                if (piece <= length) {
                    take(bytes, offset, piece);
                    return piece;
                }
                receive(piece);
            }
            int count = Math.min(length, end - start);
            System.arraycopy(arrived, start, bytes, offset, count);
            start += count;
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** 0 while another thread reads: it takes what comes. */
    @Override
    public int available() throws IOException {
        checkOpen();
        if (!lock.tryLock()) {
            return 0;
        }
        try {
            if (start == end && connection.in().available() > 0) {
                receive(takeLength());
            }
            return isShut ? 0 : end - start;
        } finally {
            lock.unlock();
        }
    }

    /** How long the next piece is, the bytes of which are to be taken then; -1 at the end. */
    private int awaitPiece() throws IOException {
        ByteRing in = connection.in();
        waiting.until(() -> in.available() > 0 || isShut || connection.isInputEnded(), timeoutMs);
        checkOpen();
        return isShut || in.available() == 0 ? -1 : takeLength();
    }

    private void checkOpen() throws SocketException {
        if (connection.isClosed()) {
            throw new SocketException("the socket of '" + connection.name() + "' was closed");
        }
    }

    private int takeLength() throws IOException {
        ByteRing in = connection.in();
        long length = in.takeWord();
        if (length <= 0 || length > ConnectionOutput.PIECE || ByteRing.padded((int) length) > in.available()) {
            throw new SocketException("a piece of " + length + " bytes came from '" + connection.name()
                    + "'; expected one that is there, of at most " + ConnectionOutput.PIECE
                    + ": the other side is no socket");
        }
        return (int) length;
    }

    private void receive(int piece) {
        if (arrived.length < piece) {
            arrived = new byte[ConnectionOutput.PIECE];
        }
        take(arrived, 0, piece);
        start = 0;
        end = piece;
    }

    private void take(byte[] bytes, int offset, int piece) {
        connection.in().take(bytes, offset, piece);
        connection.release();
    }
}
