// SPDX-License-Identifier: Apache-2.0
package colors;

import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

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
 *
 * @param <T> what its messages are: {@code Object} where that is not known
 */
public interface Channel<T> extends Iterable<T> {
    /** The key. */
    String key();

    /** How many messages there is room for. */
    int capacity();

    /** How many messages are in it at this moment. */
    int size();

    /** What its messages are: "any", "integer", the name of a class, ... */
    String type();

    /** Whether it was closed; messages may be left in it. */
    boolean isClosed();

    /**
     * The same channel; calls through the result that have to wait look busily for so long before they sleep. It is
     * 10 microseconds otherwise on a machine with several cores. 0 sleeps at once, a long time gives the shortest
     * latency and takes a core.
     */
    Channel<T> spinning(long time, TimeUnit unit);

    /**
     * Sends a message, waits while the channel is full.
     *
     * @throws ChannelClosedException when the channel is closed, also meanwhile
     * @throws SharedMemoryException (TYPE) when the message is not of the channel's type, (ARGUMENT) for a private
     *         object; nothing was sent then
     */
    void send(T message) throws InterruptedException;

    /** The same, waits no longer than the time given. Returns false when it is over; nothing was sent then. */
    boolean send(T message, long time, TimeUnit unit) throws InterruptedException;

    /** Sends a message if there is room for it now. Exceptions as for {@link #send(Object)}. */
    boolean trySend(T message);

    /**
     * Receives the oldest message, waits while there is none.
     *
     * @return of an untyped channel a Ref, SharedList and so on, Long, Double, Boolean, String, another value, or null
     *         when that was sent
     * @throws ChannelClosedException when the channel is closed and empty
     * @throws TypeConflictException when the message is no {@code T}; it was received then
     */
    T receive() throws InterruptedException;

    /** The same, waits no longer than the time given. Throws TimeoutException when it is over. */
    T receive(long time, TimeUnit unit) throws InterruptedException, TimeoutException;

    /**
     * Receives the oldest message if there is one now, else returns what is given. Exceptions as for {@link
     * #receive()}.
     *
     * @param none what no message is, or null where no message is null
     */
    T tryReceive(T none);

    /** Closes the channel for all processes. Does nothing when it is closed. */
    void close();

    /**
     * Receives until the channel is closed and empty. {@code hasNext} waits for a message and receives it, so that
     * {@code next} returns it; when it is interrupted it throws SharedMemoryException (STATE) and leaves the thread
     * interrupted.
     */
    @Override
    Iterator<T> iterator();

    /** The same as a stream. */
    Stream<T> stream();
}
