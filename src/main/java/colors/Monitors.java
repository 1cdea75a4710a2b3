// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.SharedMemoryException.Reason;
import colors.monitors.ObjectMonitor;
import colors.named.RepositoryHandle;
import colors.roots.Mutator;
import colors.roots.Shared;
import colors.roots.Surrogates;
import java.lang.ref.Reference;
import java.util.concurrent.TimeUnit;

/**
 * Monitors of shared objects (CoLoRS paper, section 3.3), for threads of all processes and languages:
 *
 * <pre>{@code
 * try (var _ = Monitors.enter(queue)) {
 *     while (queue.isEmpty()) {
 *         Monitors.wait(queue);
 *     }
 *     ...
 * }
 * }</pre>
 *
 * Every shared object has one of its own (a {@link Ref}, {@link SharedList}, {@link SharedSet}, {@link
 * SharedMap}, {@link SharedBinary}), and so has a {@link Repository}. It is the same monitor whichever process
 * uses it, and another one than that of the Java object, which {@code synchronized} locks. A thread may enter it again,
 * up to 16,384 times, and leaves it as often. What a thread did before it left, a thread sees that enters next
 * (docs/memory-model.md).
 *
 * <p>When an owner dies in the critical section, as a process or as a thread, the next one to enter gets a {@link
 * MonitorAbandonedException} instead of the monitor, once; then it is free. A thread that returns from waiting has the
 * monitor when it gets this exception.
 *
 * <p>All methods are thread-safe, and throw {@link SharedMemoryException} (ARGUMENT) when their argument is private. A
 * virtual thread that blocks here does not keep its carrier.
 */
public final class Monitors {
    private Monitors() {}

    private static long address(Object object) {
        if (object instanceof Shared shared) {
            return shared.address();
        }
        if (object instanceof RepositoryHandle<?> repository) {
            return repository.monitorAddress();
        }
        Shared array = Surrogates.find(object);
        if (array != null) {
            return array.address();
        }
        throw SharedMemoryException.of(
                Reason.ARGUMENT,
                (object == null ? "null" : "a private " + object.getClass().getTypeName())
                        + " has no monitor in shared memory; expected a shared object or a repository");
    }

    /**
     * Enters; waits as long as another thread has the monitor. An interrupt does not end that and stays pending.
     *
     * @return closes to {@link #exit}
     * @throws MonitorAbandonedException when the last owner died; this thread does not have the monitor then
     */
    public static Entered enter(Object object) {
        ObjectMonitor.enter(Mutator.current(), address(object));
        Reference.reachabilityFence(object);
        return new Entered(object);
    }

    /** The same, but an interrupt ends it. */
    public static Entered enterInterruptibly(Object object) throws InterruptedException {
        ObjectMonitor.enter(Mutator.current(), address(object), ObjectMonitor.FOREVER);
        Reference.reachabilityFence(object);
        return new Entered(object);
    }

    /**
     * Enters if that is possible at once. Whether it did: then {@link #exit} has to follow. Throws
     * MonitorAbandonedException.
     */
    public static boolean tryEnter(Object object) {
        boolean entered = ObjectMonitor.tryEnter(Mutator.current(), address(object));
        Reference.reachabilityFence(object);
        return entered;
    }

    /** Enters if that is possible in the time given. Whether it did. Throws MonitorAbandonedException. */
    public static boolean tryEnter(Object object, long time, TimeUnit unit) throws InterruptedException {
        boolean entered = ObjectMonitor.enter(Mutator.current(), address(object), nanos(time, unit));
        Reference.reachabilityFence(object);
        return entered;
    }

    /** Leaves. Throws IllegalMonitorStateException when this thread does not have the monitor. */
    public static void exit(Object object) {
        ObjectMonitor.exit(Mutator.current(), address(object));
        Reference.reachabilityFence(object);
    }

    /** Whether this thread has the monitor. */
    public static boolean isHeldByCurrentThread(Object object) {
        boolean held = ObjectMonitor.isHeld(Mutator.current(), address(object));
        Reference.reachabilityFence(object);
        return held;
    }

    /**
     * Leaves the monitor, however often it was entered, waits until another thread notifies, and enters it as often
     * again. As with {@link Object#wait()} a loop has to test the condition.
     *
     * @throws IllegalMonitorStateException when this thread does not have the monitor
     * @throws InterruptedException when this thread is interrupted before it is notified
     * @throws MonitorAbandonedException when an owner died meanwhile. In both of these cases it has the monitor again
     */
    public static void wait(Object object) throws InterruptedException {
        ObjectMonitor.await(Mutator.current(), address(object), ObjectMonitor.FOREVER);
        Reference.reachabilityFence(object);
    }

    /** The same, at most for the time given. Whether it was notified; false: the time is over. */
    public static boolean wait(Object object, long time, TimeUnit unit) throws InterruptedException {
        boolean notified = ObjectMonitor.await(Mutator.current(), address(object), nanos(time, unit));
        Reference.reachabilityFence(object);
        return notified;
    }

    /**
     * Wakes the thread that waits longest. Throws IllegalMonitorStateException when this thread does not have the
     * monitor.
     */
    public static void notify(Object object) {
        ObjectMonitor.notify(Mutator.current(), address(object), 1);
        Reference.reachabilityFence(object);
    }

    /** Wakes all threads that wait. Throws IllegalMonitorStateException when this thread does not have the monitor. */
    public static void notifyAll(Object object) {
        ObjectMonitor.notify(Mutator.current(), address(object), ObjectMonitor.ALL);
        Reference.reachabilityFence(object);
    }

    private static long nanos(long time, TimeUnit unit) {
        return Math.max(0, unit.toNanos(time));
    }

    /**
     * An entered monitor, for try-with-resources: {@code try (var _ = Monitors.enter(object)) { ... }}. For the thread
     * that entered it.
     */
    public static final class Entered implements AutoCloseable {
        private final Object object;

        Entered(Object object) {
            this.object = object;
        }

        /**
         * Leaves it. Throws IllegalMonitorStateException when this thread does not have it, for instance the second
         * time.
         */
        @Override
        public void close() {
            Monitors.exit(object);
        }
    }
}
