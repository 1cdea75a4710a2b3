// SPDX-License-Identifier: Apache-2.0
package colors.connection;

import colors.Channel;
import colors.Repository;
import colors.SharedArray;
import colors.SharedMemory;
import java.io.IOException;
import java.net.BindException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Where clients connect, by its name: the channel and the repository {@code colors.connection/NAME}. One process at a
 * time listens at a name. Thread-safe.
 */
public final class Listener implements AutoCloseable {
    private static final long NAP_MS = 50;
    private static final long DEATH_NS = 1_000_000_000; // until everybody knows that a process was killed

    private final String name;
    private final Repository<Object> present;
    private final Channel<Object> channel;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private Listener(String name, Repository<Object> present) {
        this.name = name;
        this.present = present;
        this.channel = SharedMemory.channel(key(name));
    }

    static String key(String name) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a server has a name, not " + (name == null ? "null" : "an empty text"));
        }
        return "colors.connection/" + name;
    }

    /**
     * Listens.
     *
     * @throws BindException when another listener has that name
     * @throws IllegalArgumentException when the name is null or empty
     * @throws colors.SharedMemoryException (MEMORY, READ_ONLY)
     */
    public static Listener open(String name) throws IOException {
        Repository<Object> present = SharedMemory.repository(key(name));
        long end = System.nanoTime() + DEATH_NS;
        while (!take(present)) {
            if (System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
                throw new BindException("'" + name + "' is served already");
            }
            LockSupport.parkNanos(DEATH_NS / 100);
        }
        return new Listener(name, present);
    }

    private static boolean take(Repository<Object> present) {
        Object before = present.get();
        boolean isServed = before instanceof SharedArray<?> server && !Presence.isGone(server);
        return !isServed && present.compareAndSet(before, Presence.ofThisProcess());
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** Waits for the next client. Null: it was closed, or the thread was interrupted. */
    public Connection accept() {
        try {
            return accept(0);
        } catch (SocketTimeoutException e) {
            throw new AssertionError("a wait without a limit ended", e);
        }
    }

    /**
     * The same.
     *
     * @param milliseconds how long it waits, within 50 ms; 0: without a limit
     * @throws SocketTimeoutException when nobody came
     */
    public Connection accept(int milliseconds) throws SocketTimeoutException {
        long began = System.nanoTime();
        while (!isClosed.get() && !Thread.currentThread().isInterrupted()) {
            if (milliseconds > 0 && System.nanoTime() - began >= TimeUnit.MILLISECONDS.toNanos(milliseconds)) {
                throw new SocketTimeoutException("nobody connected to '" + name + "' in " + milliseconds + " ms");
            }
            try {
                Connection connection = Connection.accepted(name, channel.receive(NAP_MS, TimeUnit.MILLISECONDS));
                if (connection != null && isClosed.get()) {
                    connection.close();
                } else if (connection != null) {
                    return connection;
                }
            } catch (TimeoutException e) {
                // Nobody came.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return null;
    }

    /** Frees the name. Connections that were accepted stay, others are closed. */
    @Override
    public void close() {
        if (isClosed.getAndSet(true)) {
            return;
        }
        present.compareAndSet(Presence.ofThisProcess(), null);
        for (Object left = channel.tryReceive(this); left != this; left = channel.tryReceive(this)) {
            Connection connection = Connection.accepted(name, left);
            if (connection != null) {
                connection.close();
            }
        }
    }
}
