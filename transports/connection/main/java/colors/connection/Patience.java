// SPDX-License-Identifier: Apache-2.0
package colors.connection;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * How long a thread that waits looks busily before it sleeps, learned from how its last waits ended. Each look in vain
 * doubles the number of waits that go without one. No more threads of a process look at once than there are processors,
 * but one. For one thread at a time; a race only makes it learn less.
 */
public final class Patience {
    private static final long SPIN_NS = 50_000;
    private static final int LOOKS_BETWEEN_YIELDS = 64;
    private static final int MOST_SKIPPED = 63;
    private static final int MOST_SPINNERS = Runtime.getRuntime().availableProcessors() - 1;
    private static final AtomicInteger SPINNERS = new AtomicInteger();

    private int skipped;
    private int toSkip;

    /** Looks until the condition holds or patience ends. Whether the condition holds. */
    public boolean look(BooleanSupplier condition) {
        if (condition.getAsBoolean()) {
            return true;
        }
        if (toSkip > 0) {
            toSkip--;
            return false;
        }
        if (Thread.currentThread().isVirtual() || SPINNERS.get() >= MOST_SPINNERS) {
            return false;
        }
        SPINNERS.incrementAndGet();
        try {
            return spin(condition);
        } finally {
            SPINNERS.decrementAndGet();
        }
    }

    private boolean spin(BooleanSupplier condition) {
        long end = System.nanoTime() + SPIN_NS;
        do {
            for (int i = 0; i < LOOKS_BETWEEN_YIELDS; i++) {
                if (condition.getAsBoolean()) {
                    skipped = 0;
                    return true;
                }
                Thread.onSpinWait();
            }
            Thread.yield(); // another thread may be the one that makes it true
        } while (System.nanoTime() - end < 0);
        skipped = Math.min(MOST_SKIPPED, 2 * skipped + 1);
        toSkip = skipped;
        return false;
    }
}
