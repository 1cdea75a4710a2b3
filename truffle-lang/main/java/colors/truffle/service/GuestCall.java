// SPDX-License-Identifier: Apache-2.0
package colors.truffle.service;

import colors.calls.CallErrors;
import colors.calls.CallState;
import colors.calls.Calls;
import colors.calls.PendingCall;
import colors.calls.PendingCalls;
import colors.calls.SharedCall;
import colors.services.ObservedCall;
import colors.truffle.border.Blocking;
import colors.truffle.border.Members;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Null;
import com.oracle.truffle.api.interop.InteropException;
import java.util.concurrent.CancellationException;

/**
 * A call for which the guest's program does not wait: send([ms]) tells whether there was room for it, cancel() gives it
 * up, result(failed) gives what it ended with, owner is what the program has of it. When it ended, {@link EndedCalls}
 * gives it out.
 */
class GuestCall extends Members implements PendingCall {
    private final GuestService service;
    private final Settings settings;
    private final SharedCall call;
    private final ObservedCall begun;
    private final String method;
    private final EndedCalls ended;
    private final Object owner;
    private volatile CallState state = CallState.UNSENT;

    GuestCall(
            GuestService service,
            Settings settings,
            SharedCall call,
            ObservedCall begun,
            String method,
            EndedCalls ended,
            Object owner) {
        super("a call of " + method);
        this.service = service;
        this.settings = settings;
        this.call = call;
        this.begun = begun;
        this.method = method;
        this.ended = ended;
        this.owner = owner;
        value("owner", owner);
        function("send", 0, 1, (context, arguments) -> send(context, Blocking.timeout(arguments, 0)));
        function("cancel", 0, 0, (context, arguments) -> cancel());
        function("result", 1, 1, (context, arguments) -> result(context, arguments[0]));
    }

    /** What the program has of it. */
    Object owner() {
        return owner;
    }

    @Override
    public SharedCall call() {
        return call;
    }

    /** Whether there was room in that time. Throws CallException: it is not sent, and never will be. */
    boolean send(ColorsContext context, long timeout) {
        PendingCalls.add(this); // a server may end it before this returns
        ended.begin();
        boolean isSent = false;
        try {
            isSent = service.send(context, call, method, settings, timeout);
        } catch (RuntimeException | Error e) {
            begun.ended(e);
            throw e;
        } finally {
            if (!isSent) {
                PendingCalls.remove(this);
                ended.forget();
            }
        }
        PendingCalls.sent();
        return isSent;
    }

    Object cancel() {
        if (PendingCalls.remove(this)) {
            ended.forget();
            Calls.cancel(call);
        }
        begun.ended(new CancellationException());
        return Null.INSTANCE;
    }

    @Override
    public CallState look() {
        return Calls.lookInTime(service.shared(), call, !settings.waits());
    }

    @Override
    public void end(CallState state) {
        this.state = state;
        ended.add(this);
    }

    /** As {@link GuestService#result}. */
    Object result(ColorsContext context, Object failed) throws InteropException {
        String text = CallErrors.text(method, service.name());
        try {
            return GuestService.result(context, call, begun, state, text, settings, failed);
        } catch (RuntimeException | Error e) {
            begun.ended(e);
            throw e;
        }
    }
}
