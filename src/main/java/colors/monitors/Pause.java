// SPDX-License-Identifier: Apache-2.0
package colors.monitors;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * How a virtual thread waits for other processes, without its carrier: it looks again and again, ever more rarely. The
 * more threads do so the longer is each one's longest pause, so that many thousands do not take all processors for
 * looking.
 */
public final class Pause {
    private static final long FIRST_NS = 10_000;
    private static final long EACH_NS = 10_000; // of all who pause
    private static final AtomicInteger PAUSING = new AtomicInteger();

    private final long longest;
    private long next = FIRST_NS;

    /** One of at most so many nanoseconds, when few threads wait. */
    public Pause(long longest) {
        this.longest = longest;
    }

    /** Parks for a while, at most so many nanoseconds. */
    public void rest(long most) {
        int pausing = PAUSING.incrementAndGet();
        try {
            LockSupport.parkNanos(Math.min(next, most));
        } finally {
            PAUSING.decrementAndGet();
        }
        next = Math.min(2 * next, Math.max(longest, EACH_NS * pausing));
    }
}
