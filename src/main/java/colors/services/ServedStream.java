// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.calls.Calls;
import colors.roots.Shared;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * A stream that another process, or this one, reads. One thread adds items as long as there is room for them, and ends
 * it. Thread-safe.
 */
public final class ServedStream {
    private static final int ROOM = 256; // items
    private static final Object NULL = new Object(); // stands for null

    private final StreamHandle handle;
    private final long id;
    private final long reader; // a process
    private final ArrayDeque<Object> buffer = new ArrayDeque<>(); // all below guarded by this
    private CompletableFuture<List<Object>> wanted; // by a reader that waits, or null
    private int most; // that it wants
    private Throwable failure;
    private boolean isAtEnd;
    private boolean isClosed;

    ServedStream(StreamHandle handle, long id, long reader) {
        this.handle = handle;
        this.id = id;
        this.reader = reader;
    }

    /** What its reader is given. */
    public StreamHandle handle() {
        return handle;
    }

    /** Its number among those of a server. */
    public long id() {
        return id;
    }

    /**
     * Waits for room, at most so many nanoseconds; also whether its reader still lives. Returns whether there is some,
     * and somebody reads.
     */
    public synchronized boolean hasRoom(long timeout) throws InterruptedException {
        if (isFull()) {
            if (timeout > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, timeout);
            }
            if (isFull() && !Calls.isAlive(reader)) {
                isClosed = true;
            }
        }
        return !isClosed && !isFull();
    }

    private boolean isFull() {
        return !isClosed && buffer.size() >= ROOM;
    }

    /** Whether nobody reads it any more. */
    public synchronized boolean isClosed() {
        return isClosed;
    }

    /**
     * The next item. Throws SharedMemoryException (ARGUMENT, MEMORY) for what cannot be passed: items before it are not
     * lost with it.
     */
    public void add(Object item) {
        Object stored = PassedValue.stored(item);
        CompletableFuture<List<Object>> waiting;
        List<Object> given;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            buffer.add(item == null ? NULL : stored instanceof Shared ? stored : item);
            waiting = wanted;
            given = waiting == null ? null : take();
            wanted = null;
        }
        if (waiting != null) {
            waiting.complete(given);
        }
    }

    /** There are no more; the reader gets what was thrown, unless that is null, after the items before it. */
    public void end(Throwable thrown) {
        CompletableFuture<List<Object>> waiting;
        synchronized (this) {
            isAtEnd = true;
            failure = failure == null && !isClosed ? thrown : failure;
            waiting = wanted;
            wanted = null;
        }
        if (waiting != null) {
            complete(waiting);
        }
    }

    private void complete(CompletableFuture<List<Object>> waiting) {
        if (failure == null) {
            waiting.complete(List.of());
        } else {
            waiting.completeExceptionally(failure);
        }
    }

    private List<Object> take() {
        List<Object> taken = new ArrayList<>();
        while (taken.size() < most && !buffer.isEmpty()) {
            Object item = buffer.remove();
            taken.add(item == NULL ? null : item);
        }
        notifyAll();
        return taken;
    }

    synchronized CompletionStage<List<Object>> next(int most) {
        CompletableFuture<List<Object>> next = new CompletableFuture<>();
        this.most = Math.max(1, most);
        if (!buffer.isEmpty()) {
            next.complete(take());
        } else if (isAtEnd || failure != null) {
            complete(next);
        } else {
            wanted = next;
        }
        return next;
    }

    /** Ends it: its reader is told why. */
    void fail(Throwable why) {
        synchronized (this) {
            failure = why;
        }
        close();
    }

    /** What waits is not read any more; who waits for more is told of a failure, or of the end. */
    void close() {
        CompletableFuture<List<Object>> waiting;
        synchronized (this) {
            isClosed = true;
            isAtEnd = true;
            buffer.clear();
            notifyAll();
            waiting = wanted;
            wanted = null;
        }
        if (waiting != null) {
            complete(waiting);
        }
    }

    /** Whether its reader has died; nothing more is made of it then. */
    boolean isLeft() {
        boolean isLeft = !Calls.isAlive(reader);
        if (isLeft) {
            close();
        }
        return isLeft;
    }
}
