// SPDX-License-Identifier: Apache-2.0
package colors.support;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Fills the stack of a thread with an operation at each depth, again and again. Not in the runtime's package: a thread
 * in one of its methods counts as one that is in an operation.
 */
public final class SmallStack {
    private static final long STACK_BYTES = 256 << 10;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

    private SmallStack() {}

    /** What a thread does, and whether it is in an operation; made by the thread itself. */
    public record Work(Runnable operation, BooleanSupplier isInOperation) {}

    /** How many operations were open for a minute after a full stack had ended them. */
    public static int unfinished(int rounds, Supplier<Work> work) throws InterruptedException {
        AtomicReference<Integer> result = new AtomicReference<>();
        Thread thread = new Thread(null, () -> result.set(run(rounds, work.get())), "small stack", STACK_BYTES);
        thread.start();
        thread.join();
        return result.get();
    }

    /** A virtual thread that does something and waits until it is interrupted. */
    public static Thread sleepingAfter(Runnable operation) {
        return Thread.ofVirtual().start(() -> {
            operation.run();
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                // as wanted
            }
        });
    }

    /** Whether an operation that a comparator opens, called by methods of the library, is closed while it waits. */
    public static boolean isClosedInComparator(List<?> list, Supplier<Work> work) throws InterruptedException {
        AtomicReference<Boolean> result = new AtomicReference<>();
        Thread thread = new Thread(() -> list.sort((one, other) -> {
            if (result.get() == null) {
                Work made = work.get();
                made.operation.run();
                result.set(isClosed(made));
            }
            return 0;
        }));
        thread.start();
        thread.join();
        return result.get();
    }

    private static int run(int rounds, Work work) {
        work.operation.run();
        int unfinished = 0;
        for (int round = 0; round < rounds; round++) {
            try {
                descend(work.operation, round % 37);
            } catch (StackOverflowError e) {
                unfinished += isClosed(work) ? 0 : 1;
            }
        }
        return unfinished;
    }

    private static boolean isClosed(Work work) {
        long start = System.nanoTime();
        while (work.isInOperation.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NS) {
                return false;
            }
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                return false;
            }
        }
        return true;
    }

    /** Does something at each depth, until there is no room. */
    @SuppressWarnings("InfiniteRecursion") // on purpose
    private static void descend(Runnable operation) {
        operation.run();
        descend(operation);
    }

    /** The same, but a little deeper each time. */
    private static void descend(Runnable operation, int padding) {
        if (padding == 0) {
            descend(operation);
        } else {
            descend(operation, padding - 1);
        }
    }
}
