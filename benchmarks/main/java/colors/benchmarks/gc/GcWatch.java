// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.gc;

import colors.memory.SegmentStatus;
import java.util.concurrent.locks.LockSupport;

/** Waits until so many cycles of the collector have run, and prints them. */
final class GcWatch {
    private static final long LOOK_NS = 5_000_000;
    private static final long GIVE_UP_NS = 240_000_000_000L;

    private GcWatch() {}

    /** Argument: how many cycles. One that runs already does not count. */
    public static void main(String[] arguments) {
        int first = finished() + 1;
        int last = first + Integer.parseInt(arguments[0]);
        long began = System.nanoTime();
        while (finished() < last && System.nanoTime() - began < GIVE_UP_NS) {
            LockSupport.parkNanos(LOOK_NS);
        }
        GcCycle.printAfter(first);
    }

    private static int finished() {
        return SegmentStatus.read().collector().cycles();
    }
}
