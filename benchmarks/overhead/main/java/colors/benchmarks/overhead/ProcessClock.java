// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.overhead;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** The processor time of all threads, since the process began. The JDK's own bean counts in ticks of 10 ms. */
final class ProcessClock {
    private static final int CLOCK_PROCESS_CPUTIME_ID = 2;
    private static final long NANOS = 1_000_000_000;
    private static final MethodHandle GETTIME;
    private static final MemorySegment TIME = Arena.global().allocate(ValueLayout.JAVA_LONG, 2);

    static {
        Linker linker = Linker.nativeLinker();
        GETTIME = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("clock_gettime"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    }

    private ProcessClock() {}

    /** For one thread: it has one place for the answer. */
    static long nanos() {
        try {
            int result = (int) GETTIME.invokeExact(CLOCK_PROCESS_CPUTIME_ID, TIME);
            if (result != 0) {
                throw new IllegalStateException("clock_gettime(CLOCK_PROCESS_CPUTIME_ID) failed");
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return TIME.getAtIndex(ValueLayout.JAVA_LONG, 0) * NANOS + TIME.getAtIndex(ValueLayout.JAVA_LONG, 1);
    }
}
