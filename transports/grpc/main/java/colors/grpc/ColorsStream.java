// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import io.grpc.Compressor;
import io.grpc.Decompressor;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import io.grpc.internal.StatsTraceContext;
import io.grpc.internal.Stream;
import io.grpc.internal.StreamListener;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;

/**
 * One side of a call: its flow control in both directions, and the order of what its listener hears. A side sends
 * messages while its window is open; each one narrows it, and the other side opens it again when its application took
 * them. Messages go as they are: compression would cost more than it saves.
 */
abstract class ColorsStream implements Stream {
    private static final int WINDOW = 1 << 17; // bytes
    private static final int COST = 32; // of each message, besides its bytes

    final ColorsTransport transport;
    final int id;
    final StatsTraceContext stats;
    final SynchronizationContext callbacks;

    // Guarded by this: what comes in.
    private final ArrayDeque<byte[]> received = new ArrayDeque<>();
    private int requested;
    private Runnable end;
    private byte[] partial;
    private int filled;
    private int taken;
    private int inboundMessages;

    // Guarded by this: what goes out.
    private final ArrayDeque<Frame> pending = new ArrayDeque<>();
    private int window = WINDOW;
    private int outboundMessages;
    private boolean isOutboundEnded;
    private boolean isDeaf;
    private boolean wasReady;
    private boolean isClosed;

    ColorsStream(ColorsTransport transport, int id, StatsTraceContext stats) {
        this.transport = transport;
        this.id = id;
        this.stats = stats;
        this.callbacks = new SynchronizationContext((_, e) -> transport.failed(this, e));
    }

    abstract StreamListener listener();

    abstract int maxInboundMessageSize();

    abstract int maxOutboundMessageSize();

    /** A message came that is too large. */
    abstract void refuse(Status status);

    // ---- what comes in

    @Override
    public final void request(int count) {
        synchronized (this) {
            requested += count;
            deliver();
        }
        callbacks.drain();
    }

    private void deliver() {
        assert Thread.holdsLock(this);
        while (requested > 0 && !received.isEmpty() && !isClosed) {
            requested--;
            byte[] message = received.remove();
            taken += message.length + COST;
            callbacks.executeLater(() -> listener().messagesAvailable(new OneMessage(message)));
        }
        if (taken >= WINDOW / 2 && end == null) {
            transport.send(Frame.window(id, taken), true);
            taken = 0;
        }
        if (end != null && received.isEmpty()) {
            callbacks.executeLater(end);
            end = null;
        }
    }

    /** A message came, or a part of one of {@code total} bytes. */
    final void messageCame(byte[] part, int total) {
        Status refusal = null;
        synchronized (this) {
            if (isClosed || isDeaf) {
                return;
            }
            if (total < part.length || total > maxInboundMessageSize()) {
                refusal = Status.RESOURCE_EXHAUSTED.withDescription(
                        "message too large: " + total + " bytes, at most " + maxInboundMessageSize());
            } else if (append(part, total)) {
                received.add(partial);
                count(partial.length);
                partial = null;
                deliver();
            }
        }
        if (refusal != null) {
            refuse(refusal);
        }
        callbacks.drain();
    }

    private boolean append(byte[] part, int total) {
        if (part.length == total) {
            partial = part;
            return true;
        }
        if (partial == null) {
            partial = new byte[total];
            filled = 0;
        }
        System.arraycopy(part, 0, partial, filled, part.length);
        filled += part.length;
        return filled == total;
    }

    private void count(int length) {
        stats.inboundMessage(inboundMessages);
        stats.inboundMessageRead(inboundMessages, length, length);
        stats.inboundWireSize(length);
        stats.inboundUncompressedSize(length);
        inboundMessages++;
    }

    /** No message follows those that came. */
    final void endCame(Runnable handler) {
        synchronized (this) {
            if (isClosed || isDeaf || end != null) {
                return;
            }
            end = handler;
            deliver();
        }
        callbacks.drain();
    }

    /** Tells the listener something, after all that it was told before. */
    final void tell(Runnable handler) {
        callbacks.execute(handler);
    }

    /** Nothing is sent or delivered any more. Whether that is new. */
    final boolean close() {
        synchronized (this) {
            if (isClosed) {
                return false;
            }
            isClosed = true;
            received.clear();
            pending.clear();
            end = null;
            return true;
        }
    }

    /** No message is delivered any more, while those that wait are still sent. Whether that is new. */
    final boolean closeInbound() {
        synchronized (this) {
            boolean isNew = !isClosed && !isDeaf;
            isDeaf = true;
            received.clear();
            end = null;
            return isNew;
        }
    }

    // ---- what goes out

    /** Sends a frame after those that wait for the window. Nothing follows an end. */
    final void write(Frame frame, boolean flush, boolean isEnd) {
        synchronized (this) {
            if (isClosed || isOutboundEnded) {
                return;
            }
            isOutboundEnded = isEnd;
            if (!pending.isEmpty() || frame.kind == Frame.Kind.MESSAGE && window <= 0) {
                pending.add(frame);
            } else {
                send(frame, flush);
            }
        }
    }

    private void send(Frame frame, boolean flush) {
        if (frame.kind == Frame.Kind.MESSAGE) {
            window -= frame.payload.length + COST;
        }
        transport.send(frame, flush);
        if (frame.kind == Frame.Kind.TRAILERS) {
            transport.ended(this);
        }
    }

    /** The other side took so many bytes. */
    final void windowCame(int bytes) {
        synchronized (this) {
            window += bytes;
            while (!pending.isEmpty() && (window > 0 || pending.peek().kind != Frame.Kind.MESSAGE)) {
                send(pending.remove(), true);
            }
        }
        tellIfReady();
    }

    /** Tells the listener if messages can be sent again. */
    final void tellIfReady() {
        synchronized (this) {
            if (!wasReady && listener() != null && isReady()) {
                callbacks.executeLater(() -> listener().onReady());
            }
        }
        callbacks.drain();
    }

    @Override
    public final boolean isReady() {
        synchronized (this) {
            wasReady = !isClosed && !isOutboundEnded && pending.isEmpty() && window > 0 && !transport.isFull();
            return wasReady;
        }
    }

    /** Whether the kind of the call says that one message is all that this side sends. */
    abstract boolean sendsOneMessage();

    @Override
    public final void writeMessage(InputStream message) {
        byte[] bytes;
        try (message) {
            bytes = bytesOf(message);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (bytes.length > maxOutboundMessageSize()) {
            throw Status.RESOURCE_EXHAUSTED
                    .withDescription(
                            "message too large: " + bytes.length + " bytes, at most " + maxOutboundMessageSize())
                    .asRuntimeException();
        }
        synchronized (this) {
            stats.outboundMessage(outboundMessages);
            stats.outboundMessageSent(outboundMessages, bytes.length, bytes.length);
            stats.outboundWireSize(bytes.length);
            stats.outboundUncompressedSize(bytes.length);
            outboundMessages++;
            write(Frame.of(Frame.Kind.MESSAGE, id, bytes), !sendsOneMessage(), false);
        }
    }

    /** In one step where the stream knows its size, as those of protobuf do. */
    private static byte[] bytesOf(InputStream message) throws IOException {
        if (!(message instanceof io.grpc.KnownLength)) {
            return message.readAllBytes();
        }
        byte[] bytes = new byte[message.available()];
        if (message.readNBytes(bytes, 0, bytes.length) != bytes.length) {
            throw new IOException("a message is shorter than it said");
        }
        return bytes;
    }

    @Override
    public final void flush() {
        // Messages are flushed when they are written, but for a single one, which is when its end is.
    }

    @Override
    public final void setCompressor(Compressor compressor) {}

    @Override
    public final void setMessageCompression(boolean enable) {}

    /** Has nothing to do. */
    public final void setDecompressor(Decompressor decompressor) {}

    @Override
    public final void optimizeForDirectExecutor() {}

    private static final class OneMessage implements StreamListener.MessageProducer {
        private byte[] message;

        OneMessage(byte[] message) {
            this.message = message;
        }

        @Override
        public InputStream next() {
            byte[] bytes = message;
            message = null;
            return bytes == null ? null : new MessageBytes(bytes);
        }
    }
}
