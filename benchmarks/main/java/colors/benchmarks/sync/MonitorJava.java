// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.sync;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import colors.Monitors;
import colors.Ref;
import colors.benchmarks.measuring.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One thread enters and leaves: a shared object's monitor, synchronized, a ReentrantLock, and a robust process-shared
 * pthread mutex by downcalls, in turn. Prints "NAME NS", processor time of the thread, for each sample. Two objects
 * take turns, so that the compiler cannot make one critical section of two.
 */
final class MonitorJava {
    private static final int ROUNDS = 2_000_000;
    private static final int WARMUP = 6;
    private static final int SHARED = 1; // PTHREAD_PROCESS_SHARED, PTHREAD_MUTEX_ROBUST
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
    private static final MethodHandle LOCK = pthread("pthread_mutex_lock", ADDRESS);
    private static final MethodHandle UNLOCK = pthread("pthread_mutex_unlock", ADDRESS);

    private final Ref<?>[] shared = {Node.CLASS.allocate(), Node.CLASS.allocate()};
    private final Object[] objects = {new Object(), new Object()};
    private final ReentrantLock[] locks = {new ReentrantLock(), new ReentrantLock()};
    private final MemorySegment[] mutexes = {mutex(), mutex()};
    private long entered;

    private MonitorJava() {}

    /** Arguments: samples. */
    public static void main(String[] arguments) {
        MonitorJava java = new MonitorJava();
        for (int i = 0; i < WARMUP; i++) {
            java.sample(false);
        }
        for (int i = Integer.parseInt(arguments[0]); i > 0; i--) {
            java.sample(true);
        }
    }

    private static MethodHandle pthread(String name, MemoryLayout... arguments) {
        return Linker.nativeLinker()
                .downcallHandle(
                        Linker.nativeLinker().defaultLookup().findOrThrow(name),
                        FunctionDescriptor.of(JAVA_INT, arguments));
    }

    private static MemorySegment mutex() {
        MemorySegment attributes = Arena.global().allocate(64, 8);
        MemorySegment mutex = Arena.global().allocate(64, 64);
        try {
            if ((int) pthread("pthread_mutexattr_init", ADDRESS).invokeExact(attributes) != 0
                    || (int) pthread("pthread_mutexattr_setpshared", ADDRESS, JAVA_INT)
                                    .invokeExact(attributes, SHARED)
                            != 0
                    || (int) pthread("pthread_mutexattr_setrobust", ADDRESS, JAVA_INT)
                                    .invokeExact(attributes, SHARED)
                            != 0
                    || (int) pthread("pthread_mutex_init", ADDRESS, ADDRESS).invokeExact(mutex, attributes) != 0) {
                throw new IllegalStateException("no robust mutex for several processes");
            }
            return mutex;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private void sample(boolean print) {
        time("monitor", this::byMonitor, print);
        time("synchronized", this::bySynchronized, print);
        time("lock", this::byLock, print);
        time("pthread", this::byPthread, print);
    }

    private void time(String name, Runnable rounds, boolean print) {
        long before = entered;
        long began = CLOCK.getCurrentThreadCpuTime();
        rounds.run();
        long took = CLOCK.getCurrentThreadCpuTime() - began;
        if (entered - before != ROUNDS) {
            throw new IllegalStateException(name + " entered " + (entered - before) + " times");
        }
        if (print) {
            System.out.println(name + " " + (double) took / ROUNDS);
        }
    }

    private void byMonitor() {
        for (int i = 0; i < ROUNDS; i++) {
            try (var _ = Monitors.enter(shared[i & 1])) {
                entered++;
            }
        }
    }

    private void bySynchronized() {
        for (int i = 0; i < ROUNDS; i++) {
            synchronized (objects[i & 1]) {
                entered++;
            }
        }
    }

    private void byLock() {
        for (int i = 0; i < ROUNDS; i++) {
            ReentrantLock lock = locks[i & 1];
            lock.lock();
            try {
                entered++;
            } finally {
                lock.unlock();
            }
        }
    }

    private void byPthread() {
        for (int i = 0; i < ROUNDS; i++) {
            MemorySegment mutex = mutexes[i & 1];
            try {
                int locked = (int) LOCK.invokeExact(mutex);
                entered++;
                int unlocked = (int) UNLOCK.invokeExact(mutex);
                if (locked != 0 || unlocked != 0) {
                    throw new IllegalStateException(
                            "pthread_mutex_lock " + locked + ", pthread_mutex_unlock " + unlocked);
                }
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
