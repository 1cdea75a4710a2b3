// SPDX-License-Identifier: Apache-2.0
package colors.truffle.border;

import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.util.concurrent.TimeUnit;

/**
 * Waits of guest programs. They are cut in slices, between which a thread does what the context asks of it: it ends, or
 * runs a signal handler. A guest language that has a global lock releases it before it calls a function of the API.
 */
public final class Blocking {
    public static final long FOREVER = Long.MAX_VALUE;
    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final double NANOS_PER_MILLI = 1e6;

    /** Waits for so long; returns whether what it waits for happened. */
    public interface Attempt {
        boolean happens(long timeoutNs);
    }

    private Blocking() {}

    /** Milliseconds, which may be a fraction; for ever when there is no such argument or it is null. */
    public static long timeout(Object[] arguments, int index) throws InteropException {
        InteropLibrary interop = InteropLibrary.getUncached();
        if (arguments.length <= index || interop.isNull(arguments[index])) {
            return FOREVER;
        }
        return nanos(arguments[index]);
    }

    /** Of milliseconds. */
    public static long nanos(Object millis) throws InteropException {
        InteropLibrary interop = InteropLibrary.getUncached();
        if (!interop.isNumber(millis) || !interop.fitsInDouble(millis)) {
            throw colors.SharedMemoryException.of(
                    colors.SharedMemoryException.Reason.ARGUMENT,
                    "a time is a number of milliseconds, not " + GuestValues.named(millis));
        }
        double nanos = interop.asDouble(millis) * NANOS_PER_MILLI;
        return nanos >= FOREVER ? FOREVER : (long) Math.max(0, nanos);
    }

    /** Whether it happened before the time was over. */
    public static boolean await(long timeoutNs, Attempt attempt) {
        long start = System.nanoTime();
        boolean[] happened = {attempt.happens(0)};
        if (!happened[0] && timeoutNs > 0) {
            TruffleSafepoint.setBlockedThreadInterruptible(
                    null,
                    result -> {
                        long left = timeoutNs;
                        while (!result[0] && left > 0) {
                            if (Thread.interrupted()) {
                                throw new InterruptedException();
                            }
                            result[0] = attempt.happens(Math.min(left, SLICE_NS));
                            left = timeoutNs == FOREVER ? FOREVER : timeoutNs - (System.nanoTime() - start);
                        }
                    },
                    happened);
        }
        return happened[0];
    }
}
