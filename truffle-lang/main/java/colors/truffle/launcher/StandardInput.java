// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import com.oracle.truffle.api.TruffleSafepoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Standard input, for threads of a guest program. While one waits for it, it does what its context asks of it: it runs
 * the handler of a signal, which may raise. A read of the system's cannot be ended, so a thread of its own does it,
 * when something is asked for and not before.
 */
final class StandardInput extends InputStream {
    private static final int BUFFER_BYTES = 8192;

    private final InputStream in;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int next;
    private int limit; // negative: the end, which is told once, for a terminal goes on after it
    private IOException failure;
    private boolean isWanted;
    private boolean isWoken;
    private Thread reader;

    /**
     * How the context ends a wait: not by an interrupt, which would close the channel that GraalPy has around this
     * stream.
     */
    private final class Waiter implements TruffleSafepoint.Interrupter {
        private boolean isAsked;

        @Override
        public void interrupt(Thread thread) {
            ask(true);
        }

        @Override
        public void resetInterrupted() {
            ask(false);
        }

        private void ask(boolean is) {
            lock.lock();
            try {
                isAsked = is;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        private void await(StandardInput input) throws InterruptedException {
            input.lock.lock();
            try {
                while (input.next == input.limit && input.failure == null) {
                    if (isAsked) {
                        throw new InterruptedException();
                    }
                    input.want();
                    input.changed.await();
                }
            } finally {
                input.lock.unlock();
            }
        }
    }

    StandardInput(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        for (int count = 0; ; ) {
            var waiter = new Waiter();
            TruffleSafepoint.getCurrent().setBlocked(null, waiter, waiter::await, this, null, null);
            count = take(bytes, offset, length);
            if (count != 0) { // else another thread was first
                return count;
            }
        }
    }

    @Override
    public int available() {
        lock.lock();
        try {
            return Math.max(0, limit - next);
        } finally {
            lock.unlock();
        }
    }

    /** What a wait has come to. */
    enum State {
        READY,
        WOKEN,
        LATE
    }

    /**
     * Waits for something to read, or for the end, outside of a context: for so long, or until another thread wakes
     * this one.
     */
    State await(long timeoutNs) throws InterruptedException {
        lock.lock();
        try {
            long left = timeoutNs;
            if (next == limit && failure == null) {
                want(); // also for one who has no time: it asks again
            }
            while (next == limit && failure == null && !isWoken && left > 0) {
                want();
                left = changed.awaitNanos(left);
            }
            State state = isWoken ? State.WOKEN : next != limit || failure != null ? State.READY : State.LATE;
            isWoken = false;
            return state;
        } finally {
            lock.unlock();
        }
    }

    /** Ends a wait, or the next one. */
    void wake() {
        lock.lock();
        try {
            isWoken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Adds to a line what is there of it, when there is something; false at the end. */
    boolean takeLine(ByteArrayOutputStream line) throws IOException {
        var one = new byte[1];
        while (take(one, 0, 1) > 0) {
            line.write(one[0]);
            if (one[0] == '\n' || available() == 0) {
                return true;
            }
        }
        return false;
    }

    private int take(byte[] bytes, int offset, int length) throws IOException {
        lock.lock();
        try {
            if (failure != null) {
                throw new IOException(failure);
            }
            if (limit < 0) {
                limit = 0;
                return -1;
            }
            int count = Math.min(length, limit - next);
            System.arraycopy(buffer, next, bytes, offset, count);
            next += count;
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** By the owner of the lock. */
    private void want() {
        isWanted = true;
        if (reader == null) {
            reader = Thread.ofPlatform().daemon().name("standard input").start(this::readAsWanted);
        }
        changed.signalAll();
    }

    private void readAsWanted() {
        lock.lock();
        try {
            while (failure == null) {
                if (isWanted) {
                    readOnce();
                } else {
                    changed.awaitUninterruptibly();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Nobody touches the buffer meanwhile: it is empty. */
    private void readOnce() {
        int count = 0;
        IOException error = null;
        lock.unlock();
        try {
            count = in.read(buffer, 0, buffer.length);
        } catch (IOException e) {
            error = e;
        } finally {
            lock.lock();
        }
        isWanted = false;
        next = 0;
        limit = count;
        failure = error;
        changed.signalAll();
    }
}
