// SPDX-License-Identifier: Apache-2.0
package colors.services;

import java.time.Duration;
import java.util.Iterator;
import java.util.stream.BaseStream;

/** Takes items from a Java program's iterator, as long as there is room for them. {@code end} is run at the end. */
record StreamMaker(Iterator<?> items, Runnable end, ServedStream stream) implements Runnable {
    private static final long LOOK_NS = Duration.ofSeconds(1).toNanos();

    /** Of a {@code BaseStream} or {@code Iterator}. */
    static StreamMaker of(Object items, ServedStream stream) {
        return items instanceof BaseStream<?, ?> all
                ? new StreamMaker(all.iterator(), all::close, stream)
                : new StreamMaker((Iterator<?>) items, () -> {}, stream);
    }

    @Override
    public void run() {
        Throwable thrown = null;
        try {
            while (awaitRoom() && items.hasNext()) {
                stream.add(items.next());
            }
        } catch (Throwable e) { // any: it is the reader's
            thrown = e;
        }
        try {
            end.run();
        } catch (Throwable e) {
            thrown = thrown == null ? e : thrown;
        }
        stream.end(thrown);
    }

    private boolean awaitRoom() throws InterruptedException {
        boolean hasRoom = stream.hasRoom(LOOK_NS);
        while (!hasRoom && !stream.isClosed()) {
            hasRoom = stream.hasRoom(LOOK_NS);
        }
        return hasRoom;
    }
}
