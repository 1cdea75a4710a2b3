// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.calls.Calls;
import colors.roots.Shared;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A stream that another process, or this one, reads. A thread takes items from the program's iterator, as long as
 * there is room for them. Thread-safe.
 */
final class ServedStream {
    private static final int ROOM = 256; // items
    private static final Object NULL = new Object(); // stands for null
    private static final long LOOK_MS = Duration.ofSeconds(1).toMillis();

    private final Iterator<?> items;
    private final Runnable end;
    private final long reader; // a process
    private final ArrayDeque<Object> buffer = new ArrayDeque<>(); // all below guarded by this
    private CompletableFuture<List<Object>> wanted; // by a reader that waits, or null
    private int most; // that it wants
    private Throwable failure;
    private boolean isAtEnd;
    private boolean isClosed;

    /** {@code end} is run when no more items are taken. */
    ServedStream(Iterator<?> items, Runnable end, long reader) {
        this.items = items;
        this.end = end;
        this.reader = reader;
    }

    /** Takes items until there are no more, or nobody wants them. */
    void run() {
        Throwable thrown = null;
        try {
            while (hasRoom() && items.hasNext()) {
                add(items.next());
            }
        } catch (Throwable e) { // any: it is the reader's
            thrown = e;
        }
        try {
            end.run();
        } catch (Throwable e) {
            thrown = thrown == null ? e : thrown;
        }
        end(thrown);
    }

    /** Waits for it. False when nobody reads any more. */
    private synchronized boolean hasRoom() throws InterruptedException {
        while (!isClosed && buffer.size() >= ROOM) {
            wait(LOOK_MS);
            if (!Calls.isAlive(reader)) {
                isClosed = true;
            }
        }
        return !isClosed;
    }

    /** Throws SharedMemoryException for what cannot be passed: items before it are not lost with it. */
    private void add(Object item) {
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

    private void end(Throwable thrown) {
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
