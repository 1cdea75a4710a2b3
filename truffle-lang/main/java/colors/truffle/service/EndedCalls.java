// SPDX-License-Identifier: Apache-2.0
package colors.truffle.service;

import colors.truffle.border.Blocking;
import colors.truffle.border.Members;
import colors.truffle.context.Null;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls of a guest's program that ended, for the thread of the program that tells it so: take([ms]) gives the next one,
 * which it waits for, or null.
 */
public final class EndedCalls extends Members {
    private final LinkedBlockingQueue<GuestCall> ended = new LinkedBlockingQueue<>();
    private final AtomicInteger pending = new AtomicInteger(); // sent, and not taken yet

    public EndedCalls() {
        super("ended calls");
        function("take", 0, 1, (context, arguments) -> {
            GuestCall call = take(Blocking.timeout(arguments, 0));
            return call == null ? Null.INSTANCE : call;
        });
    }

    void begin() {
        pending.incrementAndGet();
    }

    void forget() {
        pending.decrementAndGet();
    }

    void add(GuestCall call) {
        ended.add(call);
    }

    int size() {
        return ended.size();
    }

    /** How many calls were begun and not taken. */
    int pending() {
        return pending.get();
    }

    /** The next one, or null when none ends in that time. */
    GuestCall take(long timeout) {
        GuestCall[] taken = {null};
        Blocking.await(timeout, slice -> {
            try {
                taken[0] = ended.poll(slice, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // seen by who asked for the slice
            }
            return taken[0] != null;
        });
        if (taken[0] != null) {
            pending.decrementAndGet();
        }
        return taken[0];
    }
}
