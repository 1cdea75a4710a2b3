// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import java.lang.ref.WeakReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes the JVM's own collector look for dead wrappers. The JVM offers one call for that, {@code System.gc()}, which
 * stops the program and looks at every object: 10 ms in a small heap, 2 to 3.5 s with 1.5 GB of private objects (G1).
 * But most wrappers die young. So where that call is not cheap, this fills the young generation with garbage until a
 * young collection ran, which stops the program for a millisecond or so; the filling takes this thread 180 ms with a
 * young generation of 1.8 GB, however little is alive. What either way takes is learned from the last time.
 * Thread-safe.
 */
final class PrivateCollector {
    // of System.gc: more often is better, what dead wrappers keep alive is memory of all processes
    private static final long CHEAP_NANOS = 40_000_000;

    // of heap: System.gc is assumed not to be cheap before it is known how much is alive
    private static final long LARGE_BYTES = 1L << 30;
    private static final long FEW_BYTES = 8 << 20; // what System.gc takes for so few is not for the bytes
    private static final long MOST_NANOS = 5_000_000_000L; // for a young collection, before System.gc was measured
    private static final long VAIN_NANOS = 60_000_000_000L; // then it is tried again
    // below half of G1's smallest region, or it would go where no young collection looks
    private static final int GARBAGE_BYTES = 128 << 10;
    private static final long WAIT_NANOS = 1_000_000;
    private static final int LOOKS = 16; // pieces of garbage between two looks at the clock

    private static final WeakReference<Object> EARLY = new WeakReference<>(new Object());

    private static volatile boolean isDisabled; // System.gc, by -XX:+DisableExplicitGC
    // it is, and nothing was seen to free anything
    private static volatile long vainUntil = System.nanoTime();
    private static volatile double wholeNanosPerByte = 2; // of the last System.gc
    private static volatile long usedBytes; // after the last collection; 0: there was none
    private static volatile boolean frees; // the JVM's collector was seen to
    private static volatile long youngNanos; // of the last young collection: the more, the larger the young generation

    @SuppressWarnings("unused") // so that no compiler removes the garbage
    private static volatile byte[] garbage;

    private PrivateCollector() {}

    /** Makes the class, so that what the JVM's collector does before the program has made much is seen. */
    static void watch() {}

    /**
     * When it returns, what was found dead is being enqueued.
     *
     * @param wholly among old objects too, at any cost
     * @return whether it looked among old ones
     */
    static boolean run(boolean wholly) {
        if (isDisabled) {
            if (System.nanoTime() - vainUntil < 0 || collectYoung()) {
                return true;
            }
            if (frees) {
                return false; // it may come to old ones when it is tried again
            }
            vainUntil = System.nanoTime() + VAIN_NANOS;
            return true;
        }
        if (!wholly && isYoungCheaper() && collectYoung()) {
            return false;
        }
        WeakReference<Object> dead = new WeakReference<>(new Object());
        long start = System.nanoTime();
        System.gc();
        long nanos = System.nanoTime() - start;
        usedBytes = used();
        wholeNanosPerByte = (double) nanos / usedBytes;
        isDisabled = !dead.refersTo(null);
        youngNanos /= 2; // it may have been slow by chance, and is tried again after a while
        return !isDisabled || run(wholly);
    }

    /** Does not fall but by a collection: not by a heap that grows between the looks at its two parts. */
    private static long used() {
        long total;
        long free;
        do {
            total = Runtime.getRuntime().totalMemory();
            free = Runtime.getRuntime().freeMemory();
        } while (total != Runtime.getRuntime().totalMemory());
        return Math.max(FEW_BYTES, total - free);
    }

    /** What System.gc will take, if there is no more alive than after the last collection. */
    private static long wholeNanos() {
        return (long) (usedBytes * wholeNanosPerByte);
    }

    private static boolean isYoungCheaper() {
        return usedBytes == 0
                ? Runtime.getRuntime().totalMemory() > LARGE_BYTES
                : wholeNanos() > CHEAP_NANOS && youngNanos < wholeNanos();
    }

    /**
     * Whether there is heap to fill. An eighth is the program's: the JVM may have a collector that does nothing
     * (Epsilon).
     */
    private static boolean hasRoom(long used) {
        long most = Runtime.getRuntime().maxMemory();
        return used < most - most / 8;
    }

    private static void fill() {
        for (int i = 0; i < LOOKS; i++) {
            garbage = new byte[GARBAGE_BYTES];
        }
    }

    /**
     * False when there was none in the time that System.gc takes: with a huge young generation, or a collector that has
     * none. Where most of the heap is in use, a concurrent one (ZGC) may be at work. It may as well wait until somebody
     * allocates, and look for dead wrappers in its seldom collections of old objects alone: where System.gc is disabled
     * the last eighth is filled too.
     */
    private static boolean collectYoung() {
        long start = System.nanoTime();
        long most = usedBytes == 0 || isDisabled ? MOST_NANOS : wholeNanos();
        WeakReference<Object> young = new WeakReference<>(new Object());
        boolean collected = false;
        long before = 0;
        while (!collected && System.nanoTime() - start < most) {
            long used = used();
            frees |= used < before || EARLY.refersTo(null);
            before = used;
            if (hasRoom(used) || isDisabled && frees) {
                fill();
            } else {
                LockSupport.parkNanos(WAIT_NANOS);
            }
            collected = young.refersTo(null);
        }
        garbage = null;
        youngNanos = System.nanoTime() - start;
        usedBytes = used();
        return collected;
    }
}
