// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import colors.connection.ByteRing;
import colors.connection.Connection;
import colors.connection.Patience;
import io.grpc.InternalLogId;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What both ends of a connection do: a thread reads frames and hands them to their streams, and sends what waited for
 * room. Another thread that waits for an answer may read in its place meanwhile.
 */
abstract class ColorsTransport {
    private static final Logger LOG = Logger.getLogger(ColorsTransport.class.getName());
    private static final long TICK_NS = 50_000_000;
    private static final int SMALL = 4096;

    final ConcurrentHashMap<Integer, ColorsStream> streams = new ConcurrentHashMap<>();
    private final Map<Long, ByteArrayOutputStream> parts = new HashMap<>(); // of who reads
    private final InternalLogId logId;
    private final ReentrantLock reading = new ReentrantLock();
    private final Patience patience = new Patience();
    private volatile Connection connection;
    private Outbox outbox;
    private Thread reader;
    private volatile boolean isParked;
    private volatile boolean isDone;

    ColorsTransport(ColorsAddress address) {
        this.logId = InternalLogId.allocate(getClass(), address.toString());
    }

    /** For {@code InternalInstrumented}. */
    public final InternalLogId getLogId() {
        return logId;
    }

    @Override
    public final String toString() {
        return logId.toString();
    }

    /** Begins to read. */
    final void run(Connection opened, String threadName) {
        connection = opened;
        outbox = new Outbox(opened);
        reader = Thread.ofPlatform().name(threadName).daemon().unstarted(this::read);
        reader.start();
    }

    /** The thread may sleep where only this process wakes it: nothing is expected from the other side. */
    abstract boolean isQuiet();

    abstract void callCame(int stream, byte[] payload);

    abstract void headersCame(ColorsStream stream, Metadata headers);

    abstract void endCame(ColorsStream stream, Frame.Kind kind, byte[] payload);

    abstract void goAwayCame();

    /** The stream needs no frames any more. */
    abstract void ended(ColorsStream stream);

    /** The connection is gone. Called once, by the thread that reads. */
    abstract void broke(Status status);

    /** A listener threw an exception. */
    final void failed(ColorsStream stream, Throwable e) {
        LOG.log(Level.WARNING, "a listener of " + this + " failed", e);
        stream.refuse(Status.INTERNAL.withDescription("a listener failed").withCause(e));
    }

    final void send(Frame frame, boolean flush) {
        if (!outbox.send(frame, flush)) {
            LockSupport.unpark(reader);
            connection.wakeThisSide();
        }
    }

    final boolean isFull() {
        return outbox.isFull();
    }

    /** Ends the connection and the thread that reads. */
    final void close() {
        isDone = true;
        disconnect();
    }

    /** Ends the connection: the thread that reads notices it. Does nothing when there was none. */
    final void disconnect() {
        if (connection != null) {
            connection.close();
            LockSupport.unpark(reader);
        }
    }

    final boolean isDone() {
        return isDone;
    }

    /** The thread that reads is to do so, if it has to. */
    final void look() {
        if (isParked && !isQuiet()) {
            LockSupport.unpark(reader);
        }
    }

    /** Reads, unless another thread does or this one calls from a listener. */
    final void poll() {
        if (reading.isHeldByCurrentThread() || !reading.tryLock()) {
            return;
        }
        try {
            readFrames();
        } finally {
            reading.unlock();
        }
    }

    private void read() {
        while (!isDone) {
            try {
                readOrWait();
            } catch (Throwable e) { // of a broken frame, or memory is short
                end(Status.INTERNAL
                        .withDescription("cannot read from " + connection.name())
                        .withCause(e));
            }
        }
    }

    private void readOrWait() {
        boolean isTime = false;
        if (isQuiet()) {
            isParked = true;
            if (isQuiet()) {
                long start = System.nanoTime();
                LockSupport.parkNanos(this, TICK_NS);
                isTime = System.nanoTime() - start >= TICK_NS;
            }
            isParked = false;
        } else {
            isTime = connection.await(this::isDue, patience);
        }
        boolean isEnded = connection.isEnded() || isTime && connection.isPeerGone(); // what it sent before can be read
        reading.lock(); // not just tried: what came has to be read before the end
        try {
            readFrames();
        } finally {
            reading.unlock();
        }
        if (outbox.drain()) {
            streams.values().forEach(ColorsStream::tellIfReady);
        }
        if (isEnded && !isDone) {
            end(Status.UNAVAILABLE.withDescription("the other side of " + connection.name() + " has ended"));
        }
    }

    private boolean isDue() {
        return connection.in().available() > 0 || isDone || outbox.canDrain() || connection.isEnded();
    }

    private void end(Status status) {
        close();
        broke(status);
    }

    private void readFrames() {
        ByteRing in = connection.in();
        boolean hasRead = false;
        while (in.available() >= Frame.HEAD) {
            int length = readFrame(in);
            hasRead = length < SMALL;
            if (!hasRead) {
                connection.release();
            }
        }
        if (hasRead) {
            connection.release();
        }
    }

    private int readFrame(ByteRing in) {
        int available = in.available();
        long first = in.takeWord();
        long second = in.takeWord();
        int length = (int) first;
        Frame.Kind kind = Frame.Kind.of((int) (first >> 32));
        if (kind == null || length < 0 || length > available - Frame.HEAD) {
            throw new IllegalStateException("a frame of kind " + (first >> 32) + " and " + length + " bytes came");
        }
        byte[] payload = new byte[length];
        in.take(payload, 0, length);
        handle(kind, (int) (second >> 32), (int) second, payload);
        return length;
    }

    private void handle(Frame.Kind kind, int id, int number, byte[] part) {
        ColorsStream stream = streams.get(id);
        byte[] payload = part;
        if (number != part.length && (kind == Frame.Kind.HEADERS || kind == Frame.Kind.TRAILERS)) {
            payload = assemble(kind, id, number, part);
            if (payload == null) {
                return;
            }
        }
        if (kind == Frame.Kind.GO_AWAY) {
            goAwayCame();
        } else if (stream == null) {
            if (kind == Frame.Kind.HEADERS) {
                callCame(id, payload);
            }
        } else {
            hand(stream, kind, number, payload);
        }
    }

    private void hand(ColorsStream stream, Frame.Kind kind, int number, byte[] payload) {
        switch (kind) {
            case MESSAGE -> stream.messageCame(payload, number);
            case WINDOW -> stream.windowCame(number);
            case HEADERS -> headersCame(stream, new Payload.Reader(payload).metadata());
            default -> endCame(stream, kind, payload);
        }
    }

    /** Long metadata come in parts, too. Null: there are more. */
    private byte[] assemble(Frame.Kind kind, int id, int total, byte[] part) {
        long key = (long) id << 8 | kind.ordinal();
        ByteArrayOutputStream all = parts.computeIfAbsent(key, _ -> new ByteArrayOutputStream());
        all.write(part, 0, part.length);
        if (all.size() < total) {
            return null;
        }
        parts.remove(key);
        return all.toByteArray();
    }
}
