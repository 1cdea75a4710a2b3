// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import colors.connection.ByteRing;
import colors.connection.Connection;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The frames that a transport sends: into the ring while there is room, else into a queue, for no sender waits.
 * Thread-safe.
 */
final class Outbox {
    private final Connection connection;
    private final ByteRing ring;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Frame> queue = new ArrayDeque<>(); // guarded by the lock
    private volatile boolean isFull;

    Outbox(Connection connection) {
        this.connection = connection;
        this.ring = connection.out();
    }

    /**
     * Sends a frame.
     *
     * @param flush whether the other side is to see it now; else with the next one that is flushed
     * @return false: the ring is full, and {@link #drain} has to be called when there is room
     */
    boolean send(Frame frame, boolean flush) {
        lock.lock();
        try {
            if (queue.isEmpty() && frame.put(ring)) {
                if (flush) {
                    connection.publish();
                }
                return true;
            }
            queue.add(frame);
            connection.publish();
            connection.wantRoom(); // before the thread that reads may go to sleep
            isFull = true;
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Whether frames wait for room. */
    boolean isFull() {
        return isFull;
    }

    /**
     * Whether {@link #drain} could do something. Each look says first that room is wanted: the other side may have
     * answered the last time with too little, while this one did not sleep yet (the model's run {@code ring-once}).
     */
    boolean canDrain() {
        if (!isFull) {
            return false;
        }
        connection.wantRoom();
        return ring.room() >= Frame.HEAD + Frame.LONGEST;
    }

    /** Sends what waits, as far as there is room. Whether nothing waits any more, which did before. */
    boolean drain() {
        if (!isFull) {
            return false;
        }
        lock.lock();
        try {
            connection.wantRoom();
            while (!queue.isEmpty() && queue.peek().put(ring)) {
                queue.remove();
            }
            connection.publish();
            isFull = !queue.isEmpty();
            return !isFull;
        } finally {
            lock.unlock();
        }
    }
}
