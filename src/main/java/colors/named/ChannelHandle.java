// SPDX-License-Identifier: Apache-2.0
package colors.named;

import colors.Channel;
import colors.ChannelClosedException;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.monitors.Channels;
import colors.monitors.Waiting;
import colors.names.HostNames;
import colors.roots.Mutator;
import colors.shapes.FieldLocation;
import colors.wrappers.ElementType;
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

/** A channel as this process has it. */
public final class ChannelHandle<T> implements Channel<T> {
    private static final Object NOTHING = new Object(); // null is a message

    private final String key;
    private final long queue;
    private final FieldLocation type;
    private final ElementType<T> messages;
    private final long spin;

    public ChannelHandle(String key, long queue, long spin, ElementType<T> messages) {
        this.key = key;
        this.queue = queue;
        this.spin = spin;
        this.messages = messages;
        type = Channels.type(queue);
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public int capacity() {
        return Channels.capacity(queue);
    }

    @Override
    public int size() {
        return Channels.size(queue);
    }

    @Override
    public String type() {
        return type.typeText();
    }

    @Override
    public boolean isClosed() {
        return Channels.isClosed(queue);
    }

    @Override
    public Channel<T> spinning(long time, TimeUnit unit) {
        return new ChannelHandle<>(key, queue, Math.max(0, unit.toNanos(time)), messages);
    }

    @Override
    public void send(T message) throws InterruptedException {
        send(message, Waiting.forever(spin));
    }

    @Override
    public boolean send(T message, long time, TimeUnit unit) throws InterruptedException {
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

    @Override
    public boolean trySend(T message) {
        Object stored = Immutables.stored(message);
        Mutator mutator = Mutator.current();
        long word = Channels.wordOf(mutator, queue, type, stored, HostNames::isSubtype);
        return sent(Channels.send(mutator, queue, word, 0, 0), stored);
    }

    @Override
    public T receive() throws InterruptedException {
        return message(receive(Waiting.forever(spin)));
    }

    @Override
    public T receive(long time, TimeUnit unit) throws InterruptedException, TimeoutException {
        Object message = receive(Waiting.of(time, unit, spin));
        if (message == NOTHING) {
            throw new TimeoutException("no message came to channel '" + key + "' in " + time + " "
                    + unit.toString().toLowerCase(Locale.ROOT));
        }
        return message(message);
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

    @Override
    public T tryReceive(T none) {
        Mutator mutator = Mutator.current();
        Object received = received(mutator, Channels.receive(mutator, queue, 0, 0));
        return received == NOTHING ? none : message(received);
    }

    @Override
    public void close() {
        Channels.close(Mutator.current(), queue);
    }

    @Override
    public Iterator<T> iterator() {
        return new Messages();
    }

    @Override
    public Stream<T> stream() {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED), false);
    }

    private final class Messages implements Iterator<T> {
        private Object next = NOTHING;

        @Override
        public boolean hasNext() {
            if (next != NOTHING) {
                return true;
            }
            try {
                next = receive(Waiting.forever(spin));
                return true;
            } catch (ChannelClosedException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw SharedMemoryException.of(
                        Reason.STATE, "interrupted while waiting for a message of channel '" + key + "'", e);
            }
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException("channel '" + key + "' is closed and has no message left");
            }
            Object message = next;
            next = NOTHING;
            return message(message);
        }
    }

    private T message(Object received) {
        return messages.convert(received, -1);
    }

    @Override
    public String toString() {
        return "channel '" + key + "'";
    }
}
