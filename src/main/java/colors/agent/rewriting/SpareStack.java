// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Work on a stack of its own, for a thread whose stack is full. That thread may hold a lock which the work needs, of a
 * class loader say: so it waits only as long as there is hope, and gives up then. One that was given up ends when it
 * gets its lock; until then there is no other.
 */
public final class SpareStack extends Thread {
    private static final long STACK = 1L << 20;
    private static final long LOOK_MS = 20;
    private static final long MOST_IDLE_NS = TimeUnit.SECONDS.toNanos(2); // in which it did not run
    // half as long after each that was given up: a program that begins so goes on so
    private static final long LEAST_IDLE_NS = TimeUnit.MILLISECONDS.toNanos(50);
    // a thread that waits for the initialization of a class seems to run
    private static final long MOST_NS = TimeUnit.SECONDS.toNanos(30);

    private static volatile SpareStack stuck;
    private static volatile long patienceNs = MOST_IDLE_NS;

    private final Supplier<byte[]> work;
    private byte[] result;
    private boolean done; // read after it ended

    private SpareStack(Supplier<byte[]> work) {
        super(null, null, "colors agent", STACK, false);
        setDaemon(true);
        this.work = work;
    }

    @Override
    public void run() {
        result = work.get();
        done = true;
    }

    /** Loads what this needs: with a full stack that would fail. */
    public static void prepare() {
        run(() -> null, () -> null);
    }

    /** The result of the work, or if it failed or was given up that of the other. Null when that was too. */
    public static byte[] run(Supplier<byte[]> work, Supplier<byte[]> otherwise) {
        SpareStack before = stuck;
        if (before == null || !before.isAlive()) {
            SpareStack spare = new SpareStack(work);
            spare.start();
            if (spare.ends() && spare.done) {
                patienceNs = MOST_IDLE_NS;
                return spare.result;
            }
            stuck = spare;
            patienceNs = Math.max(LEAST_IDLE_NS, patienceNs / 2);
        }
        SpareStack spare = new SpareStack(otherwise);
        spare.start();
        return spare.ends() && spare.done ? spare.result : null;
    }

    private boolean ends() {
        boolean interrupted = false;
        long start = System.nanoTime();
        long ran = start;
        for (long now = start; isAlive() && now - ran < patienceNs && now - start < MOST_NS; now = System.nanoTime()) {
            ran = getState() == State.RUNNABLE ? now : ran;
            try {
                join(LOOK_MS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            currentThread().interrupt();
        }
        return !isAlive();
    }
}
