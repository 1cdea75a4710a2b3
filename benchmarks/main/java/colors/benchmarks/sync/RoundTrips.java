// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.sync;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.HdrHistogram.Histogram;

/** Times of a message's way to another process and back, measured by one thread on a core of its own. */
final class RoundTrips {
    private static final int CPU_SET_BYTES = 128;

    /** One round trip of a number. */
    interface Trip {
        void go(long number) throws Exception;
    }

    private RoundTrips() {}

    /** Keeps the calling thread on a core, as pingpong.c does; nothing on a machine with one. */
    static void pin(int core) {
        if (Runtime.getRuntime().availableProcessors() < 2) {
            return;
        }
        Linker linker = Linker.nativeLinker();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment set = arena.allocate(CPU_SET_BYTES, 8);
            set.set(ValueLayout.JAVA_LONG, 0, 1L << core);
            var call = linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("sched_setaffinity"),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
            int failed = (int) call.invokeExact(0, (long) CPU_SET_BYTES, set);
            if (failed != 0) {
                System.err.println("cannot keep a thread on core " + core
                        + "; the figures are of whatever cores the system chose");
            }
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Prints the median and the 99th percentile in nanoseconds, as pingpong.c does. */
    static void measure(int warmUp, int trips, Trip trip) throws Exception {
        Histogram times = new Histogram(3);
        for (int i = 0; i < warmUp + trips; i++) {
            if (i == warmUp) {
                times.reset();
            }
            long began = System.nanoTime();
            trip.go(i);
            times.recordValue(System.nanoTime() - began);
        }
        System.out.println(times.getValueAtPercentile(50) + " " + times.getValueAtPercentile(99));
    }
}
