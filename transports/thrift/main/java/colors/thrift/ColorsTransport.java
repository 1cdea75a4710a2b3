// SPDX-License-Identifier: Apache-2.0
package colors.thrift;

import colors.SharedMemoryException;
import colors.connection.ByteRing;
import colors.connection.Connection;
import colors.connection.Patience;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TEndpointTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * A transport to the server of a name in the same segment of shared memory:
 *
 * <pre>{@code
 * TTransport transport = new ColorsTransport("calculator");
 * transport.open();
 * Calculator.Client client = new Calculator.Client(new TBinaryProtocol(transport));
 * }</pre>
 *
 * <p>What is written is sent by {@code flush}, or when there is much of it. As other transports of Thrift it is for one
 * thread at a time, but for {@code close}, and one may read while another one writes.
 */
public final class ColorsTransport extends TEndpointTransport {
    private static final int PIECE = ByteRing.CAPACITY / 8; // of bytes that are sent together

    private final String name;
    private final Patience patience = new Patience();
    private final byte[] piece = new byte[PIECE]; // what was written and not sent
    private int written;
    private byte[] arrived = new byte[512]; // what was received and not read
    private int start;
    private int end;
    private long timeoutNs;
    private volatile Connection connection;

    /** To the server of that name. Throws TTransportException when the configuration does not allow it. */
    public ColorsTransport(String name) throws TTransportException {
        this(name, new TConfiguration());
    }

    /** The same with limits for messages. */
    public ColorsTransport(String name, TConfiguration configuration) throws TTransportException {
        super(configuration);
        if (name == null || name.isEmpty()) {
            throw new TTransportException(
                    TTransportException.NOT_OPEN,
                    "a server has a name, not " + (name == null ? "null" : "an empty text"));
        }
        this.name = name;
    }

    /** The server's side of a connection. */
    ColorsTransport(Connection accepted) throws TTransportException {
        super(new TConfiguration());
        name = accepted.name();
        connection = accepted;
    }

    /** How long a read or write waits, in milliseconds; 0: as long as the other side lives. */
    public void setTimeout(int milliseconds) {
        timeoutNs = TimeUnit.MILLISECONDS.toNanos(milliseconds);
    }

    @Override
    public boolean isOpen() {
        return connection != null;
    }

    @Override
    public void open() throws TTransportException {
        if (isOpen()) {
            throw new TTransportException(TTransportException.ALREADY_OPEN, "it is open");
        }
        try {
            connection = Connection.open(name);
        } catch (IOException | SharedMemoryException e) {
            throw new TTransportException(TTransportException.NOT_OPEN, e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        Connection open = connection;
        if (open != null) {
            connection = null;
            open.close();
        }
    }

    private Connection opened() throws TTransportException {
        Connection open = connection;
        if (open == null) {
            throw new TTransportException(TTransportException.NOT_OPEN, "the transport to '" + name + "' is not open");
        }
        return open;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws TTransportException {
        checkReadBytesAvailable(length);
        if (start == end) {
            receive();
        }
        int count = Math.min(length, end - start);
        System.arraycopy(arrived, start, bytes, offset, count);
        start += count;
        countConsumedMessageBytes(count);
        return count;
    }

    @Override
    public byte[] getBuffer() {
        return arrived;
    }

    @Override
    public int getBufferPosition() {
        return start;
    }

    @Override
    public int getBytesRemainingInBuffer() {
        return end - start;
    }

    @Override
    public void consumeBuffer(int count) {
        start += count;
        try {
            countConsumedMessageBytes(count);
        } catch (TTransportException e) {
            throw new IllegalStateException(e);
        }
    }

    private void receive() throws TTransportException {
        Connection open = opened();
        ByteRing in = open.in();
        await(open, () -> in.available() > 0, TTransportException.END_OF_FILE);
        int length = (int) in.takeWord();
        if (length < 0 || ByteRing.padded(length) > in.available()) {
            throw new TTransportException(TTransportException.CORRUPTED_DATA, "a piece of " + length + " bytes came");
        }
        if (arrived.length < length) {
            arrived = new byte[length];
        }
        in.take(arrived, 0, length);
        open.release();
        start = 0;
        end = length;
    }

    private void await(Connection open, BooleanSupplier condition, int reason) throws TTransportException {
        BooleanSupplier isOver = () -> condition.getAsBoolean() || open.isEnded();
        long since = System.nanoTime();
        while (!isOver.getAsBoolean()) {
            boolean slept = open.await(isOver, patience);
            if (Thread.currentThread().isInterrupted()) {
                throw new TTransportException(reason, "interrupted while it waited for '" + name + "'");
            }
            if (slept && !isOver.getAsBoolean()) {
                if (open.isPeerGone() && !condition.getAsBoolean()) {
                    throw new TTransportException(reason, "the process at the other side of '" + name + "' has ended");
                }
                if (timeoutNs > 0 && System.nanoTime() - since >= timeoutNs) {
                    throw new TTransportException(TTransportException.TIMED_OUT, "nothing came from '" + name + "'");
                }
            }
        }
        if (!condition.getAsBoolean()) {
            throw new TTransportException(reason, "the other side of '" + name + "' has closed");
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws TTransportException {
        int from = offset;
        int left = length;
        while (left > 0) {
            int count = Math.min(left, PIECE - written);
            System.arraycopy(bytes, from, piece, written, count);
            written += count;
            from += count;
            left -= count;
            if (written == PIECE) {
                flush();
            }
        }
    }

    @Override
    public void flush() throws TTransportException {
        resetConsumedMessageSize(-1);
        if (written > 0) {
            Connection open = opened();
            awaitRoom(open);
            ByteRing out = open.out();
            out.putWord(written);
            out.put(piece, 0, written);
            open.publish();
            written = 0;
        }
    }

    private void awaitRoom(Connection open) throws TTransportException {
        int needed = 8 + ByteRing.padded(written);
        if (open.out().room() < needed) {
            BooleanSupplier hasRoom = () -> {
                open.wantRoom();
                return open.out().room() >= needed;
            };
            await(open, hasRoom, TTransportException.UNKNOWN);
        }
        if (open.isEnded()) {
            throw new TTransportException(TTransportException.UNKNOWN, "the other side of '" + name + "' has closed");
        }
    }
}
