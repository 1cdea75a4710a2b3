// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import colors.memory.Native;

/**
 * What this process does when shared memory is short, and says to those that wait for it: {@code header.pressure} grows
 * with each of their tries, and who waits in vain goes on until this process answered. A cheap look for dead wrappers
 * is not answered: when the pressure still grows after what it found was freed, every object is looked at, and that is.
 * {@link #look} is called by the thread that frees chunks, whenever all that was found dead is freed.
 */
final class Shortage {
    private static final long RETIRE_MS = 2;
    private static final long SETTLE_NANOS = 100_000_000; // for tries that began before what was found was freed
    private static final int FEW = 64; // chunks, 2 MB of new objects
    private static final long RECENT_NANOS = 2_000_000_000;

    /** What was done for the pressure that was seen last. */
    private enum Done {
        ALL,
        LOOKED_CHEAPLY,
        FREED
    }

    private static volatile Runnable release = () -> {};

    private volatile int pressure; // that was seen
    private Done done = Done.ALL;
    private boolean isAnswered; // who never did is not waited for
    private int left; // chunks, when what a cheap look found was freed
    private long doneAt = System.nanoTime() - RECENT_NANOS;

    Shortage(int pressure) {
        this.pressure = pressure;
    }

    /** What gives up the shared memory that this process keeps to be faster; in the thread that calls {@link #look}. */
    static void setRelease(Runnable code) {
        release = code;
    }

    /** Changes when some process found no shared memory: dead wrappers of this one may hold it. */
    int pressure() {
        return pressure;
    }

    /** Whether memory was short a moment ago: then who waits is to be helped soon. */
    boolean isRecent() {
        return System.nanoTime() - doneAt < RECENT_NANOS;
    }

    /** @param chunks that this process holds */
    void look(int now, int chunks) throws InterruptedException {
        if (done == Done.LOOKED_CHEAPLY) {
            done = Done.FREED;
            left = chunks;
            doneAt = System.nanoTime();
        } else if (done == Done.ALL && !isAnswered) {
            isAnswered = true;
            Native.collectAnswered(pressure);
        }
        if (now == pressure) {
            return;
        }
        if (done == Done.FREED && System.nanoTime() - doneAt < SETTLE_NANOS) {
            pressure = now;
            return;
        }
        pressure = now;
        release.run();
        Thread.sleep(RETIRE_MS); // for threads that are reading: they leave their chunks
        boolean wasInVain = done == Done.FREED && chunks < 2 * left + FEW;
        boolean wholly = PrivateCollector.run(wasInVain);
        done = wholly ? Done.ALL : Done.LOOKED_CHEAPLY;
        isAnswered = !wholly;
        doneAt = System.nanoTime();
    }
}
