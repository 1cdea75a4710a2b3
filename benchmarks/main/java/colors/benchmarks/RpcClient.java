// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Measures one framework and type: for each size the median time of a call, with the sequence that is built before it,
 * and the answer that is read after it. Prints a line "warm-up MS CALLS", and lines SIZE NANOSECONDS.
 * benchmarks/peers/python/measure.py and benchmarks/peers/javascript/measure.mjs are its twins.
 */
public final class RpcClient {
    static final int[] SIZES = {1, 4, 16, 64, 128, 256, 512, 768, 1024};
    private static final int CALLS_AT_ONCE = 20;
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(3); // for one size, when it had CALLS_AT_ONCE

    private RpcClient() {}

    /** CALLER TYPE CALLS WARM_UP_MS ADDRESS: the class of the caller, and what its server printed. */
    public static void main(String[] arguments) throws Exception {
        RpcType type = RpcType.valueOf(arguments[1]);
        int calls = Integer.parseInt(arguments[2]);
        try (RpcCaller caller = connect(arguments[0], arguments[4])) {
            warmUp(caller, type, Math.min(calls, CALLS_AT_ONCE), Long.parseLong(arguments[3]));
            for (int size : SIZES) {
                System.out.println(size + " " + measure(caller, type, size, calls));
            }
        }
    }

    private static RpcCaller connect(String caller, String address) throws ReflectiveOperationException {
        return Class.forName(caller)
                .asSubclass(RpcCaller.class)
                .getConstructor(String.class)
                .newInstance(address);
    }

    private static void warmUp(RpcCaller caller, RpcType type, int calls, long ms) throws Exception {
        int made = 0;
        long began = System.nanoTime();
        do {
            for (int size : SIZES) {
                measure(caller, type, size, calls);
                made += calls;
            }
        } while (System.nanoTime() - began < TimeUnit.MILLISECONDS.toNanos(ms));
        System.out.println("warm-up " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) + " " + made);
    }

    private static long measure(RpcCaller caller, RpcType type, int size, int calls) throws Exception {
        long[] times = new long[calls];
        long allBegan = System.nanoTime();
        int made = 0;
        while (made < calls && (made < CALLS_AT_ONCE || System.nanoTime() - allBegan < MOST_NANOS)) {
            long began = System.nanoTime();
            long sum = caller.call(type, size, made & 0xFF);
            times[made] = System.nanoTime() - began;
            if (made == 0 && sum != type.sum(size, RpcType.answer(type.sum(size, 0)))) {
                throw new IllegalStateException("the answer to " + size + " elements of " + type + " is wrong");
            }
            made++;
        }
        Arrays.sort(times, 0, made);
        return times[made / 2];
    }
}
