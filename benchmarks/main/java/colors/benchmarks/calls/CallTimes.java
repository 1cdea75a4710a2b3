// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;

/**
 * Measures calls of several sizes: of each the median time. Prints a line "warm-up MS CALLS", and lines SIZE
 * NANOSECONDS, which {@link RpcFigures} reads.
 */
public final class CallTimes {
    private static final int CALLS_AT_ONCE = 20;
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(3); // for one size, when it had CALLS_AT_ONCE

    private final int[] sizes;
    private final Call call;
    private final IntToLongFunction expected;

    /** What is measured. */
    @FunctionalInterface
    public interface Call {
        /** Builds what is passed, calls, and reads the answer, of which it returns a sum. */
        long make(int size, long first) throws Exception;
    }

    /** The sum is expected of a call of that size whose {@code first} is 0. */
    public CallTimes(int[] sizes, Call call, IntToLongFunction expected) {
        this.sizes = sizes;
        this.call = call;
        this.expected = expected;
    }

    /** Warms up and measures so many calls of each size. Throws IllegalStateException when a sum is wrong. */
    public void print(int calls, long warmUpMs) throws Exception {
        warmUp(Math.min(calls, CALLS_AT_ONCE), warmUpMs);
        for (int size : sizes) {
            System.out.println(size + " " + measure(size, calls));
        }
    }

    private void warmUp(int calls, long ms) throws Exception {
        int made = 0;
        long began = System.nanoTime();
        do {
            for (int size : sizes) {
                measure(size, calls);
                made += calls;
            }
        } while (System.nanoTime() - began < TimeUnit.MILLISECONDS.toNanos(ms));
        System.out.println("warm-up " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) + " " + made);
    }

    private long measure(int size, int calls) throws Exception {
        long[] times = new long[calls];
        long allBegan = System.nanoTime();
        int made = 0;
        while (made < calls && (made < CALLS_AT_ONCE || System.nanoTime() - allBegan < MOST_NANOS)) {
            long began = System.nanoTime();
            long sum = call.make(size, made & 0xFF);
            times[made] = System.nanoTime() - began;
            if (made == 0 && sum != expected.applyAsLong(size)) {
                throw new IllegalStateException("the answer to a call of size " + size + " is wrong: its sum is " + sum
                        + ", expected " + expected.applyAsLong(size));
            }
            made++;
        }
        Arrays.sort(times, 0, made);
        return times[made / 2];
    }
}
