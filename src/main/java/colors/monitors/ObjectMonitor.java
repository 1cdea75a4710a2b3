// SPDX-License-Identifier: Apache-2.0
package colors.monitors;

import colors.MonitorAbandonedException;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.roots.Mutator;
import java.util.function.LongPredicate;

/**
 * The monitor of an object or a repository, at an address whose object the caller keeps alive (docs/layout.md,
 * layout.monitor). Taken by one compare and swap, given up by one store, here; everything else in libcolors' monitor.c,
 * of which this is the twin.
 *
 * <p>A thread that has to wait sleeps in libcolors. Where it may be interrupted it comes back every {@link #SLICE} to
 * look. A virtual thread must not sleep there, for it would keep its carrier: it looks again and again, ever more
 * rarely.
 *
 * <p>Time-outs are in nanoseconds; negative is never.
 */
public final class ObjectMonitor {
    /** No time-out. */
    public static final long FOREVER = -1;
    /** Of the waiting threads. */
    public static final int ALL = -1; // as unsigned

    private static final long SLICE = 20_000_000;
    private static final long SHORT_PAUSE = 1_000_000; // of a virtual thread, for a monitor
    private static final long LONG_PAUSE = 5_000_000; // and for a notification
    // as give_up in monitor.c
    private static final boolean STORES_HALVES = System.getProperty("os.arch").equals("amd64");
    private static final int WAITERS_IN_HALF = Layout.MONITOR_WAITERS >>> 16;

    private ObjectMonitor() {}

    /** Whether the calling thread has it. */
    public static boolean isHeld(Mutator mutator, long object) {
        return isOwner(mutator, Memory.getIntOpaque(object + Layout.OBJECT_LOCK));
    }

    private static boolean isOwner(Mutator mutator, int word) {
        return (word & Layout.MONITOR_OWNER_MASK) == mutator.monitorOwner();
    }

    private static IllegalMonitorStateException notOwner() {
        return new IllegalMonitorStateException(
                "this thread does not have the monitor of the shared object; enter it first");
    }

    /** Takes it when it is free; else nothing. */
    private static boolean tryTake(Mutator mutator, long object) {
        Segment.checkWritable();
        mutator.countHeld(1);
        if (Memory.compareAndSetInt(object + Layout.OBJECT_LOCK, 0, mutator.monitorOwner())) {
            return true;
        }
        mutator.countHeld(-1);
        return false;
    }

    /**
     * Enters, however long it takes; an interrupt is kept for later, as synchronized does. Throws
     * MonitorAbandonedException.
     */
    public static void enter(Mutator mutator, long object) {
        if (!tryTake(mutator, object)) {
            enterSlowly(mutator, object);
        }
    }

    /** Whether it was entered at once. */
    public static boolean tryEnter(Mutator mutator, long object) {
        return tryTake(mutator, object) || enterAgain(mutator, object) || MonitorCalls.enter(mutator, object, 0);
    }

    /** Whether it was entered in time. */
    public static boolean enter(Mutator mutator, long object, long timeout) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return tryTake(mutator, object) || enterAgain(mutator, object) || enterInterruptibly(mutator, object, timeout);
    }

    private static boolean enterAgain(Mutator mutator, long object) {
        long place = object + Layout.OBJECT_LOCK;
        while (true) {
            int word = Memory.getIntOpaque(place);
            if (!isOwner(mutator, word)) {
                return false;
            }
            if ((word & Layout.MONITOR_RECURSION_MASK) == Layout.MONITOR_RECURSION_MASK) {
                throw SharedMemoryException.of(
                        Reason.STATE,
                        "this thread has entered the monitor of a shared object "
                                + (Layout.MONITOR_RECURSION_MASK / Layout.MONITOR_RECURSION + 1)
                                + " times without leaving it, which is the limit; is an exit missing?");
            }
            if (Memory.compareAndSetInt(place, word, word + Layout.MONITOR_RECURSION)) {
                return true;
            }
        }
    }

    private static void enterSlowly(Mutator mutator, long object) {
        if (enterAgain(mutator, object)) {
            return;
        }
        Contention contention = Contention.begin(object);
        try {
            sleepToEnter(mutator, object);
        } catch (Throwable e) {
            contention.end(e);
            throw e;
        }
        contention.end(true);
    }

    private static void sleepToEnter(Mutator mutator, long object) {
        if (!Thread.currentThread().isVirtual()) {
            MonitorCalls.enter(mutator, object, FOREVER);
            return;
        }
        boolean interrupted = false;
        try {
            for (Pause pause = new Pause(SHORT_PAUSE); !MonitorCalls.enter(mutator, object, 0); ) {
                interrupted |= Thread.interrupted();
                pause.rest(Long.MAX_VALUE);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean enterInterruptibly(Mutator mutator, long object, long timeout) throws InterruptedException {
        Contention contention = Contention.begin(object);
        boolean entered;
        try {
            entered = sleepInterruptiblyToEnter(mutator, object, timeout);
        } catch (Throwable e) {
            contention.end(e);
            throw e;
        }
        contention.end(entered);
        return entered;
    }

    private static boolean sleepInterruptiblyToEnter(Mutator mutator, long object, long timeout)
            throws InterruptedException {
        return sleepUntil(slice -> MonitorCalls.enter(mutator, object, slice), timeout, SHORT_PAUSE);
    }

    /**
     * Sleeps until {@code arrives} says so, which sleeps for at most as long as it is told: in a virtual thread not at
     * all, which rests between. False when the time is over.
     */
    private static boolean sleepUntil(LongPredicate arrives, long timeout, long longestPause)
            throws InterruptedException {
        Deadline deadline = new Deadline(timeout);
        Pause pause = Thread.currentThread().isVirtual() ? new Pause(longestPause) : null;
        while (true) {
            long left = deadline.left();
            if (arrives.test(pause != null ? 0 : Math.min(left, SLICE))) {
                return true;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (left == 0) {
                return false;
            }
            if (pause != null) {
                pause.rest(left);
            }
        }
    }

    /** Leaves. Throws IllegalMonitorStateException when the calling thread does not have it. */
    public static void exit(Mutator mutator, long object) {
        long place = object + Layout.OBJECT_LOCK;
        int word = Memory.getIntOpaque(place);
        if (!isOwner(mutator, word)) {
            throw notOwner();
        }
        if ((word & Layout.MONITOR_RECURSION_MASK) == 0) {
            giveUp(mutator, object);
            return;
        }
        while (!Memory.compareAndSetInt(place, word, word - Layout.MONITOR_RECURSION)) {
            word = Memory.getIntOpaque(place);
        }
    }

    /** The store and the load in this order, which the processor may change, but no compiler: see monitor.c. */
    private static void giveUp(Mutator mutator, long object) {
        long place = object + Layout.OBJECT_LOCK;
        boolean waiters;
        if (STORES_HALVES) {
            Memory.putShortRelease(place, (short) 0);
            waiters = (Memory.getShortOpaque(place + 2) & WAITERS_IN_HALF) != 0;
        } else {
            waiters = (Memory.getAndSetInt(place, 0) & Layout.MONITOR_WAITERS) != 0;
        }
        if (waiters) {
            MonitorCalls.wake(object);
        }
        mutator.countHeld(-1);
    }

    /** Notifies at most so many, those first who wait longest. */
    public static void notify(Mutator mutator, long object, int most) {
        if (!isHeld(mutator, object)) {
            throw notOwner();
        }
        MonitorCalls.notify(mutator, object, most);
    }

    /**
     * Leaves, waits for a notification, and enters again as often as before. Whether it was notified.
     *
     * @throws InterruptedException when the thread is interrupted, but not when it was notified before
     * @throws MonitorAbandonedException when an owner died meanwhile. In each case the thread has the monitor again
     */
    public static boolean await(Mutator mutator, long object, long timeout) throws InterruptedException {
        if (!isHeld(mutator, object)) {
            throw notOwner();
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        int entries = beginWait(mutator, object);
        boolean notified = false;
        boolean interrupted = false;
        try {
            notified = sleep(mutator, timeout);
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            notified = notified || cancelWait(mutator);
            returnFromWait(mutator, object, entries);
        }
        if (interrupted && !notified) {
            throw new InterruptedException();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return notified;
    }

    // The steps of a wait, for those who block in their own way: begin; sleep, or else cancel; enter; end.

    /** Announces the thread and leaves, however often it entered. What {@link #endWait} needs. */
    public static int beginWait(Mutator mutator, long object) {
        if (!isHeld(mutator, object)) {
            throw notOwner();
        }
        return MonitorCalls.waitBegin(mutator, object);
    }

    /** Whether the thread was notified until now; it no longer is after this. */
    public static boolean cancelWait(Mutator mutator) {
        return MonitorCalls.waitCancel(mutator);
    }

    /** After the monitor was entered again, once. */
    public static void endWait(Mutator mutator, long object, int entries) {
        MonitorCalls.waitEnd(mutator, object, entries);
    }

    /** Whether it was notified in time; it can be called again. */
    public static boolean sleep(Mutator mutator, long timeout) throws InterruptedException {
        LongPredicate notified = Thread.currentThread().isVirtual()
                ? slice -> !mutator.isWaiting()
                : slice -> MonitorCalls.waitSleep(mutator, slice);
        return sleepUntil(notified, timeout, LONG_PAUSE);
    }

    /** The caller is in its critical section, so it gets the monitor whatever happened. */
    private static void returnFromWait(Mutator mutator, long object, int entries) {
        MonitorAbandonedException abandoned = null;
        for (boolean entered = false; !entered; ) {
            try {
                enter(mutator, object);
                entered = true;
            } catch (MonitorAbandonedException e) {
                abandoned = e;
            }
        }
        endWait(mutator, object, entries);
        if (abandoned != null) {
            throw abandoned;
        }
    }

    /** When a time-out is over. */
    private static final class Deadline {
        private final boolean never;
        private final long end;

        Deadline(long timeout) {
            never = timeout < 0;
            end = System.nanoTime() + timeout;
        }

        /** Nanoseconds, 0 when it is over. */
        long left() {
            return never ? Long.MAX_VALUE : Math.max(0, end - System.nanoTime());
        }
    }
}
