// SPDX-License-Identifier: Apache-2.0
package colors.monitors;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A wait of one thread for other processes. A platform thread sleeps in libcolors, for a short time each, so that it
 * sees an interrupt; a virtual thread would take its carrier along and so looks again and again, less and less often.
 */
public final class Waiting {
    private static final long SLICE_NS = Duration.ofMillis(50).toNanos();
    private static final long PAUSE_NS = Duration.ofMillis(1).toNanos();

    private final long timeout;
    private final long spin;
    private final boolean virtual = Thread.currentThread().isVirtual();
    private long start;
    private boolean begun;
    private final Pause pause = new Pause(PAUSE_NS); // of a virtual thread

    /**
     * Waits at most {@code timeout} nanoseconds, {@link Long#MAX_VALUE} for ever, and busily for the first {@code spin}
     * ones.
     */
    Waiting(long timeout, long spin) {
        this.timeout = timeout;
        this.spin = spin;
    }

    /** One for a time that an API was given. */
    public static Waiting of(long time, TimeUnit unit, long spin) {
        return new Waiting(Math.max(0, unit.toNanos(time)), spin);
    }

    public static Waiting forever(long spin) {
        return new Waiting(Long.MAX_VALUE, spin);
    }

    /** How long to wait in libcolors now. The first time is asked for before anything is tried. */
    public long slice() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (virtual) {
            return 0;
        }
        return Math.min(left(), SLICE_NS);
    }

    /** How much of the slice to spend busily. */
    public long spin() {
        return virtual || spin == 0 ? 0 : begun ? Math.max(0, spin - passed()) : spin;
    }

    private long passed() {
        return System.nanoTime() - start;
    }

    private long left() {
        return timeout == Long.MAX_VALUE || !begun ? timeout : Math.max(0, timeout - passed());
    }

    /** After a slice in which nothing happened: whether there is time for another one. */
    public boolean again() {
        if (timeout == 0) {
            return false;
        }
        if (!begun) {
            begun = true;
            start = System.nanoTime() - (virtual ? 0 : Math.min(timeout, SLICE_NS));
        }
        long left = left();
        if (virtual && left > 0) {
            pause.rest(left);
        }
        return left > 0;
    }
}
