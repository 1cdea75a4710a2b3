// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Measures one query in one way. Prints warm-up MS, then lines SIZE NANOSECONDS: the median time of a call whose answer
 * is read.
 */
public final class AppClient {
    static final int[] SIZES = {1, 4, 16, 64, 128, 256, 512, 768, 1024};
    private static final int CALLS_AT_ONCE = 20;

    private AppClient() {}

    /** WAY PORT CALLS WARM_UP_MS. */
    public static void main(String[] arguments) throws Exception {
        int calls = Integer.parseInt(arguments[2]);
        try (AppCaller caller = AppWay.valueOf(arguments[0]).connect(Integer.parseInt(arguments[1]))) {
            long began = System.nanoTime();
            warmUp(caller, Long.parseLong(arguments[3]));
            System.out.println("warm-up " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
            for (int size : SIZES) {
                System.out.println(size + " " + measure(caller, size, calls));
            }
        }
    }

    /** The first round fills the cache. */
    private static void warmUp(AppCaller caller, long ms) throws Exception {
        long began = System.nanoTime();
        do {
            for (int size : SIZES) {
                measure(caller, size, CALLS_AT_ONCE);
            }
        } while (System.nanoTime() - began < TimeUnit.MILLISECONDS.toNanos(ms));
    }

    private static long measure(AppCaller caller, int size, int calls) throws Exception {
        long[] times = new long[calls];
        long sum = caller.call(size);
        for (int i = 0; i < calls; i++) {
            long began = System.nanoTime();
            long read = caller.call(size);
            times[i] = System.nanoTime() - began;
            if (read != sum) {
                throw new IllegalStateException("two answers of " + size + " entries differ, and nothing was changed");
            }
        }
        Arrays.sort(times);
        return times[calls / 2];
    }
}
