// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.SharedMemoryException.Reason;
import colors.monitors.Channels;
import colors.monitors.Waiting;
import colors.names.HostNames;
import colors.roots.Mutator;
import colors.shapes.FieldLocation;
import colors.wrappers.HostLanguage;
import colors.wrappers.Immutables;
import java.lang.ref.Reference;
import java.util.Iterator;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A named queue of messages between processes (CoLoRS paper, section 2.1), found by {@link
 * SharedMemory#channel}. Any number of threads of any processes send and receive; each message is received
 * once, and those of one sender in their order. A message is a shared object, a scalar or value (copied to shared
 * memory), or null; it stays what it is in the hands of the sender: objects are passed by reference. A channel has room
 * for {@link #capacity} messages; who sends to a full one waits, and so does who receives from an empty one.
 *
 * <p>Closing is final: what is in the channel can still be received, then receivers get {@link ChannelClosedException}
 * and iterators end. Only {@link SharedMemory#removeChannel} makes the name free for another channel.
 *
 * <p>A process that is killed has sent or received a message as a whole or not at all. What it received before is gone
 * with it.
 *
 * <p>Thread-safe. A waiting method that is interrupted throws InterruptedException within 50 ms; no message is lost by
 * it. Virtual threads wait without their carrier. A method may also throw {@link SharedMemoryException} (STATE) when a
 * process is stopped in the middle of a send or receive for more than 10 s.
 */
public final class Channel implements Iterable<Object> {
    /** What {@link #tryReceive} returns when there is no message; null is one. */
    public static final Object NOTHING = new Object() {
        @Override
        public String toString() {
            return "Channel.NOTHING";
        }
    };

    private final String key;
    private final long queue;
    private final FieldLocation type;
    private final long spin;

    Channel(String key, long queue, long spin) {
        this.key = key;
        this.queue = queue;
        this.spin = spin;
        type = Channels.type(queue);
    }

    /** The key. */
    public String key() {
        return key;
    }

    /** How many messages there is room for. */
    public int capacity() {
        return Channels.capacity(queue);
    }

    /** How many messages are in it at this moment. */
    public int size() {
        return Channels.size(queue);
    }

    /** What its messages are: "any", "integer", the name of a class, ... */
    public String type() {
        return type.typeText();
    }

    /** Whether it was closed; messages may be left in it. */
    public boolean isClosed() {
        return Channels.isClosed(queue);
    }

    /**
     * The same channel; calls through the result that have to wait look busily for so long before they sleep. It is
     * {@link Channels#SPIN_NS 10 microseconds} otherwise on a machine with several cores. 0 sleeps at once, a long time
     * gives the shortest latency and takes a core.
     */
    public Channel spinning(long time, TimeUnit unit) {
        return new Channel(key, queue, Math.max(0, unit.toNanos(time)));
    }

    /**
     * Sends a message, waits while the channel is full.
     *
     * @throws ChannelClosedException when the channel is closed, also meanwhile
     * @throws SharedMemoryException (TYPE) when the message is not of the channel's type, (ARGUMENT) for a private
     *         object; nothing was sent then
     */
    public void send(Object message) throws InterruptedException {
        send(message, Waiting.forever(spin));
    }

    /** The same, waits no longer than the time given. Returns false when it is over; nothing was sent then. */
    public boolean send(Object message, long time, TimeUnit unit) throws InterruptedException {
        return send(message, Waiting.of(time, unit, spin));
    }

    private boolean send(Object sent, Waiting waiting) throws InterruptedException {
        Object message = Immutables.stored(sent);
        Mutator mutator = Mutator.current();
        long word = Channels.wordOf(mutator, queue, type, message, HostNames::isSubtype);
        int result;
        do {
            long slice = waiting.slice();
            result = Channels.send(mutator, queue, word, slice, waiting.spin());
        } while (result == Channels.TIMEOUT && waiting.again());
        return sent(result, message);
    }

    private boolean sent(int result, Object message) {
        Reference.reachabilityFence(message);
        if (result == Channels.CLOSED) {
            throw ChannelClosedException.ofSender(key);
        }
        return result == Channels.DONE;
    }

    /** Sends a message if there is room for it now. Exceptions as for {@link #send(Object)}. */
    public boolean trySend(Object message) {
        Object stored = Immutables.stored(message);
        Mutator mutator = Mutator.current();
        long word = Channels.wordOf(mutator, queue, type, stored, HostNames::isSubtype);
        return sent(Channels.send(mutator, queue, word, 0, 0), stored);
    }

    /**
     * Receives the oldest message, waits while there is none.
     *
     * @return a SharedObject, SharedList and so on, Long, Double, Boolean, String, another value, or null when that was
     *         sent
     * @throws ChannelClosedException when the channel is closed and empty
     */
    public Object receive() throws InterruptedException {
        return receive(Waiting.forever(spin));
    }

    /** The same, waits no longer than the time given. Throws TimeoutException when it is over. */
    public Object receive(long time, TimeUnit unit) throws InterruptedException, TimeoutException {
        Object message = receive(Waiting.of(time, unit, spin));
        if (message == NOTHING) {
            throw new TimeoutException("no message came to channel '" + key + "' in " + time + " "
                    + unit.toString().toLowerCase(Locale.ROOT));
        }
        return message;
    }

    private Object receive(Waiting waiting) throws InterruptedException {
        Mutator mutator = Mutator.current();
        int result;
        do {
            long slice = waiting.slice();
            result = Channels.receive(mutator, queue, slice, waiting.spin());
        } while (result == Channels.TIMEOUT && waiting.again());
        return received(mutator, result);
    }

    private Object received(Mutator mutator, int result) {
        if (result == Channels.CLOSED) {
            throw ChannelClosedException.ofReceiver(key);
        }
        return result == Channels.DONE ? HostLanguage.VALUES.ofWord(mutator, Channels.received(mutator)) : NOTHING;
    }

    /**
     * Receives the oldest message if there is one now, else returns {@link #NOTHING}. Exceptions as for {@link
     * #receive()}.
     */
    public Object tryReceive() {
        Mutator mutator = Mutator.current();
        return received(mutator, Channels.receive(mutator, queue, 0, 0));
    }

    /** Closes the channel for all processes. Does nothing when it is closed. */
    public void close() {
        Channels.close(Mutator.current(), queue);
    }

    /**
     * Receives until the channel is closed and empty. {@code hasNext} waits for a message and receives it, so that
     * {@code next} returns it; when it is interrupted it throws SharedMemoryException (STATE) and leaves the thread
     * interrupted.
     */
    @Override
    public Iterator<Object> iterator() {
        return new Messages();
    }

    /** The same as a stream. */
    public Stream<Object> stream() {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED), false);
    }

    private final class Messages implements Iterator<Object> {
        private Object next = NOTHING;

        @Override
        public boolean hasNext() {
            if (next != NOTHING) {
                return true;
            }
            try {
                next = receive();
                return true;
            } catch (ChannelClosedException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SharedMemoryException(
                        Reason.STATE, "interrupted while waiting for a message of channel '" + key + "'", e);
            }
        }

        @Override
        public Object next() {
            if (!hasNext()) {
                throw new NoSuchElementException("channel '" + key + "' is closed and has no message left");
            }
            Object message = next;
            next = NOTHING;
            return message;
        }
    }

    @Override
    public String toString() {
        return "channel '" + key + "'";
    }
}
