// SPDX-License-Identifier: Apache-2.0
package colors.truffle.service;

import colors.SharedMemoryException;
import colors.truffle.context.ColorsContext;
import colors.truffle.js.InternalSource;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.source.Source;
import java.time.Duration;
import java.util.ArrayDeque;

/**
 * The calls of a JavaScript program that promises stand for. A context of GraalJS is one thread's, and has no events:
 * so promises are settled when the program's thread asks for it, as the launcher's loop of events does.
 */
public final class Promises {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
    private static final Source MAKE = InternalSource.of("promise");
    private static final long NAP_NS = Duration.ofMillis(5).toNanos(); // for want of room

    private final EndedCalls ended = new EndedCalls();
    private final ArrayDeque<GuestCall> unsent = new ArrayDeque<>(); // there was no room
    private final Object make;

    private Promises(ColorsContext context) {
        try {
            make = INTEROP.execute(context.env().parsePublic(MAKE).call());
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }

    /** Makes a call that is not sent yet. */
    interface Start {
        GuestCall call(EndedCalls ended, Object owner) throws InteropException;
    }

    /** The promise of a call, which is rejected when the call cannot be made. */
    static Object call(ColorsContext context, Start start) throws InteropException {
        Promises all = context.make(Promises.class, () -> new Promises(context));
        Object owner = INTEROP.execute(all.make);
        try {
            all.unsent.add(start.call(all.ended, owner));
            all.sendSome(context);
        } catch (SharedMemoryException e) {
            reject(context, owner, e);
        }
        return INTEROP.readMember(owner, "promise");
    }

    /**
     * Settles the promises of calls that ended; if there is none, it waits for one, at most so long. Returns how many
     * calls have not ended.
     */
    public static int settle(ColorsContext context, long timeout) throws InteropException {
        Promises all = context.part(Promises.class);
        return all == null ? 0 : all.settleSome(context, timeout);
    }

    private int settleSome(ColorsContext context, long timeout) throws InteropException {
        sendSome(context);
        if (pending() > 0) {
            GuestCall call = ended.take(unsent.isEmpty() ? timeout : Math.min(timeout, NAP_NS));
            for (int more = ended.size(); call != null; more--) { // not those that end meanwhile: timers may be due
                settle(context, call);
                call = more > 0 ? ended.take(0) : null;
            }
            sendSome(context);
        }
        return pending();
    }

    private int pending() {
        return ended.pending() + unsent.size();
    }

    /** In the order of the calls, while there is room. */
    private void sendSome(ColorsContext context) throws InteropException {
        for (GuestCall call = unsent.peek(); call != null; call = unsent.peek()) {
            try {
                if (!call.send(context, 0)) {
                    return;
                }
                unsent.remove();
            } catch (SharedMemoryException e) {
                unsent.remove();
                reject(context, call.owner(), e);
            }
        }
    }

    private static void settle(ColorsContext context, GuestCall call) throws InteropException {
        Object result;
        try {
            result = call.result(context, null);
        } catch (SharedMemoryException e) {
            reject(context, call.owner(), e);
            return;
        }
        INTEROP.invokeMember(call.owner(), "resolve", result);
    }

    private static void reject(ColorsContext context, Object owner, SharedMemoryException error)
            throws InteropException {
        INTEROP.invokeMember(owner, "reject", context.raise(null, error));
    }
}
