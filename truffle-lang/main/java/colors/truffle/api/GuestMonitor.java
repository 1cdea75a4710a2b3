// SPDX-License-Identifier: Apache-2.0
package colors.truffle.api;

import colors.MonitorAbandonedException;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.monitors.ObjectMonitor;
import colors.roots.Mutator;
import colors.roots.Shared;
import colors.truffle.border.GuestValues;
import colors.truffle.border.Members;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Null;
import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import java.lang.ref.Reference;

/**
 * The monitor of a shared object or a repository, for guest languages: members enter(), tryEnter(ms), exit(), isHeld(),
 * wait(ms), notify(n), notifyAll(). Times are in milliseconds; none, or null, is for ever. While a thread blocks here
 * its context goes on: the thread answers safepoints, and GraalPy has released its global lock for the call (package
 * colors, _monitor.py).
 */
public final class GuestMonitor extends Members {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Object target; // stays alive, and so does its object

    public GuestMonitor(Object target) {
        super("monitor");
        this.target = target;
        address(); // refuses what has no monitor
        function("enter", 0, 0, (context, arguments) -> enter(context, ObjectMonitor.FOREVER));
        function(
                "tryEnter",
                0,
                1,
                (context, arguments) -> enter(context, arguments.length == 0 ? 0 : nanos(arguments[0])));
        function("exit", 0, 0, (context, arguments) -> exit(context));
        function("isHeld", 0, 0, (context, arguments) -> ObjectMonitor.isHeld(context.mutator(), address()));
        function(
                "wait",
                0,
                1,
                (context, arguments) ->
                        await(context, arguments.length == 0 ? ObjectMonitor.FOREVER : nanos(arguments[0])));
        function(
                "notify",
                0,
                1,
                (context, arguments) -> notify(context, arguments.length == 0 ? 1 : count(arguments[0])));
        function("notifyAll", 0, 0, (context, arguments) -> notify(context, ObjectMonitor.ALL));
    }

    private long address() {
        return target instanceof Repository repository
                ? repository.monitorAddress()
                : target instanceof Shared shared ? shared.address() : refuse(target);
    }

    private static long refuse(Object target) {
        throw SharedMemoryException.of(
                Reason.ARGUMENT,
                "a shared object or a repository was expected, which have monitors, not "
                        + GuestValues.namedPrivate(target));
    }

    /** Calls a function of the guest in the critical section of {@code target}; its result. */
    public static Object synchronize(ColorsContext context, Object target, Object function) throws InteropException {
        if (!InteropLibrary.getUncached().isExecutable(function)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a function was expected, which is called in the critical section, not "
                            + GuestValues.named(function));
        }
        GuestMonitor monitor = new GuestMonitor(target);
        monitor.enter(context, ObjectMonitor.FOREVER);
        try {
            return InteropLibrary.getUncached().execute(function);
        } finally {
            monitor.exit(context);
        }
    }

    private boolean enter(ColorsContext context, long timeout) {
        Mutator mutator = context.mutator();
        boolean entered = ObjectMonitor.tryEnter(mutator, address())
                || (timeout != 0 && block(ObjectMonitor::enter, mutator, address(), timeout));
        Reference.reachabilityFence(target);
        return entered;
    }

    private Object exit(ColorsContext context) {
        translated(() -> ObjectMonitor.exit(context.mutator(), address()));
        Reference.reachabilityFence(target);
        return Null.INSTANCE;
    }

    private Object notify(ColorsContext context, int most) {
        if (most != 0) {
            translated(() -> ObjectMonitor.notify(context.mutator(), address(), most));
        } else if (!ObjectMonitor.isHeld(context.mutator(), address())) {
            throw notOwner();
        }
        Reference.reachabilityFence(target);
        return Null.INSTANCE;
    }

    /**
     * In each case the thread has the monitor again; but when the context is cancelled a second time while it waits for
     * that.
     */
    private boolean await(ColorsContext context, long timeout) {
        Mutator mutator = context.mutator();
        long address = address();
        if (!ObjectMonitor.isHeld(mutator, address)) {
            throw notOwner();
        }
        int entries = ObjectMonitor.beginWait(mutator, address);
        boolean notified = false;
        try {
            notified = block((m, object, left) -> ObjectMonitor.sleep(m, left), mutator, address, timeout);
        } finally {
            notified = notified || ObjectMonitor.cancelWait(mutator);
            returnFromWait(mutator, address, entries);
        }
        Reference.reachabilityFence(target);
        return notified;
    }

    private void returnFromWait(Mutator mutator, long address, int entries) {
        MonitorAbandonedException abandoned = null;
        for (boolean entered = false; !entered; ) {
            try {
                entered = block(ObjectMonitor::enter, mutator, address, ObjectMonitor.FOREVER);
            } catch (MonitorAbandonedException e) {
                abandoned = e;
            }
        }
        ObjectMonitor.endWait(mutator, address, entries);
        if (abandoned != null) {
            throw abandoned;
        }
    }

    /** What blocks, until the time is over or the thread is interrupted; it can be called again. */
    private interface Blocking {
        boolean run(Mutator mutator, long object, long timeout) throws InterruptedException;
    }

    private static boolean block(Blocking blocking, Mutator mutator, long address, long timeout) {
        long end = System.nanoTime() + timeout;
        return TruffleSafepoint.setBlockedThreadInterruptibleFunction(
                null,
                object -> blocking.run(mutator, object, timeout < 0 ? timeout : Math.max(0, end - System.nanoTime())),
                address);
    }

    private static void translated(Runnable operation) {
        try {
            operation.run();
        } catch (IllegalMonitorStateException e) {
            throw notOwner();
        }
    }

    private static SharedMemoryException notOwner() {
        return SharedMemoryException.of(Reason.STATE, "this thread does not have the monitor; enter it first");
    }

    private static long nanos(Object milliseconds) throws UnsupportedMessageException {
        InteropLibrary interop = InteropLibrary.getUncached();
        if (interop.isNull(milliseconds)) {
            return ObjectMonitor.FOREVER;
        }
        double time = interop.fitsInDouble(milliseconds) ? interop.asDouble(milliseconds) : Double.NaN;
        if (Double.isNaN(time)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT, "a time in milliseconds was expected, not " + GuestValues.named(milliseconds));
        }
        return (long) Math.max(0, Math.min(time * NANOS_PER_MILLI, 0x1p62));
    }

    private static int count(Object number) throws UnsupportedMessageException {
        InteropLibrary interop = InteropLibrary.getUncached();
        if (!interop.fitsInInt(number) || interop.asInt(number) < 0) {
            throw SharedMemoryException.of(Reason.ARGUMENT, "the number of threads to notify was expected, 0 or more");
        }
        return interop.asInt(number);
    }
}
