// SPDX-License-Identifier: Apache-2.0
package colors.connection;

import colors.MonitorAbandonedException;
import colors.Monitors;
import colors.SharedArray;
import java.security.SecureRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * How one process knows that another one is alive: each has an object in shared memory whose monitor a thread of it
 * holds until the process ends. Who can enter that monitor, or hears that it was abandoned, knows that the process is
 * gone.
 */
final class Presence {
    private static SharedArray<Long> ofThis; // guarded by the class

    private Presence() {}

    /** That of this process. Throws SharedMemoryException (MEMORY). */
    static synchronized SharedArray<Long> ofThisProcess() {
        if (ofThis == null) {
            SharedArray<Long> made = SharedArray.create(long.class, 1);
            made.setLong(0, new SecureRandom().nextLong()); // arrays are equal when their elements are
            CountDownLatch isHeld = new CountDownLatch(1);
            Thread.ofPlatform().name("colors-presence").daemon().start(() -> hold(made, isHeld));
            awaitUninterruptibly(isHeld);
            ofThis = made;
        }
        return ofThis;
    }

    private static void hold(SharedArray<Long> presence, CountDownLatch isHeld) {
        Monitors.enter(presence);
        isHeld.countDown();
        while (true) {
            LockSupport.park(presence);
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean wasInterrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the process has ended whose presence this is. */
    static boolean isGone(SharedArray<?> presence) {
        try {
            if (!Monitors.tryEnter(presence)) {
                return false;
            }
            Monitors.exit(presence);
            return true;
        } catch (MonitorAbandonedException e) {
            return true;
        }
    }
}
