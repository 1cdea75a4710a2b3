// SPDX-License-Identifier: Apache-2.0
package colors.monitors;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import colors.memory.Memory;
import colors.memory.NativeFunction;
import colors.memory.Scratch;
import colors.memory.Segment;
import colors.roots.Mutator;

/**
 * The slow paths of monitors: the functions of libcolors' monitor.c and waiting.c. Time-outs are in nanoseconds;
 * negative is never, 0 at once.
 */
final class MonitorCalls {
    private static final int FAILED = 0;
    private static final int DONE = 1;

    private static final NativeFunction ENTER =
            NativeFunction.of("cl_monitor_enter", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction WAKE = NativeFunction.of("cl_monitor_wake", null, JAVA_LONG);
    private static final NativeFunction NOTIFY =
            NativeFunction.of("cl_monitor_notify", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG);
    private static final NativeFunction WAIT_BEGIN =
            NativeFunction.of("cl_monitor_wait_begin", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction WAIT_SLEEP =
            NativeFunction.of("cl_monitor_wait_sleep", JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction WAIT_CANCEL = NativeFunction.of("cl_monitor_wait_cancel", JAVA_INT, JAVA_LONG);
    private static final NativeFunction WAIT_END =
            NativeFunction.of("cl_monitor_wait_end", null, JAVA_LONG, JAVA_LONG, JAVA_INT);

    private MonitorCalls() {}

    /** After a call. Throws SharedMemoryException when it failed. */
    static int check(Mutator mutator, Scratch scratch, int result) {
        mutator.returned();
        if (result == FAILED) {
            throw scratch.failure();
        }
        return result;
    }

    /** False when the time is over. */
    static boolean enter(Mutator mutator, long object, long timeout) {
        Scratch scratch = mutator.scratch();
        try {
            return check(mutator, scratch, (int) ENTER.handle()
                            .invokeExact(mutator.slotOffset(), Segment.reference(object), timeout, scratch.error))
                    == DONE;
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** After the word was given up. */
    static void wake(long object) {
        try {
            WAKE.handle().invokeExact(Segment.reference(object));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    static void notify(Mutator mutator, long object, int most) {
        Scratch scratch = mutator.scratch();
        try {
            check(mutator, scratch, (int)
                    NOTIFY.handle().invokeExact(mutator.slotOffset(), Segment.reference(object), most, scratch.error));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** Leaves the monitor. What {@link #waitEnd} needs. */
    static int waitBegin(Mutator mutator, long object) {
        Scratch scratch = mutator.scratch();
        try {
            check(mutator, scratch, (int) WAIT_BEGIN
                    .handle()
                    .invokeExact(mutator.slotOffset(), Segment.reference(object), scratch.result, scratch.error));
            return Memory.getInt(scratch.result);
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** Whether it was notified in time. */
    static boolean waitSleep(Mutator mutator, long timeout) {
        try {
            return (int) WAIT_SLEEP.handle().invokeExact(mutator.slotOffset(), timeout) == DONE;
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        } finally {
            mutator.returned();
        }
    }

    /** Ends a wait before the monitor is entered again. Whether it was notified before that. */
    static boolean waitCancel(Mutator mutator) {
        try {
            return (int) WAIT_CANCEL.handle().invokeExact(mutator.slotOffset()) == DONE;
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        } finally {
            mutator.returned();
        }
    }

    /** After the monitor was entered again. */
    static void waitEnd(Mutator mutator, long object, int entries) {
        try {
            WAIT_END.handle().invokeExact(mutator.slotOffset(), Segment.reference(object), entries);
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        } finally {
            mutator.returned();
        }
    }
}
