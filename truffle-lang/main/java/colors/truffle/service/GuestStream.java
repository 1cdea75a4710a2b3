// SPDX-License-Identifier: Apache-2.0
package colors.truffle.service;

import colors.calls.CallFailure;
import colors.calls.PendingCalls;
import colors.calls.SharedCall;
import colors.rpc.CallException;
import colors.rpc.RemoteFailureException;
import colors.services.ObservedCall;
import colors.services.ReadStream;
import colors.truffle.border.Members;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Null;
import colors.truffle.js.InternalSource;
import colors.truffle.object.SharedObject;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.source.Source;

/**
 * A stream that another process makes, for a guest's program: more(failed) gives a list of its next items, which it
 * waits for, or null at its end; morePromised() a promise of that, and start(ended, owner) a call with that result;
 * close() ends it. What the program has is made of these in its language.
 */
public final class GuestStream extends Members {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
    private static final Source MAKE = InternalSource.of("stream");
    private static final String NEXT = "next";

    /** Makes what a program has of a stream: function (GuestStream, whether by promises). */
    private record Form(Object make) {}

    private final ReadStream stream;
    private final GuestService service;
    private final Settings settings;

    private GuestStream(ReadStream stream, Settings settings) {
        super(stream.toString());
        this.stream = stream;
        this.settings = settings.ofStream();
        service = new GuestService(stream.name(), stream.service());
        function("more", 0, 1, (context, arguments) -> more(context, arguments.length == 0 ? null : arguments[0]));
        function("morePromised", 0, 0, (context, arguments) -> morePromised(context));
        function("start", 2, 2, (context, arguments) -> start(context, (EndedCalls) arguments[0], arguments[1]));
        function("close", 0, 0, (context, arguments) -> close());
    }

    /** In this context a program has what that function makes. */
    public static Object setForm(ColorsContext context, Object make) {
        context.make(Form.class, () -> new Form(make));
        return Null.INSTANCE;
    }

    private static Form scripted(ColorsContext context) {
        try {
            return new Form(INTEROP.execute(context.env().parsePublic(MAKE).call()));
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }

    /** What a program gets of a call's result: that itself, unless it stands for a stream. */
    static Object ofResult(ColorsContext context, Object result, SharedCall call, String method, Settings settings)
            throws InteropException {
        if (!(result instanceof SharedObject object) || !object.type().name().equals(ReadStream.CLASS_NAME)) {
            return result;
        }
        var stream = new GuestStream(ReadStream.of(call, method), settings);
        Object make = context.make(Form.class, () -> scripted(context)).make();
        return INTEROP.execute(make, stream, settings.promises());
    }

    private Object[] question() {
        return new Object[] {stream.id(), (long) ReadStream.MOST};
    }

    /** A call for items. */
    private interface Question {
        Object ask() throws InteropException;
    }

    private Object more(ColorsContext context, Object failed) throws InteropException {
        return stream.isAtEnd()
                ? Null.INSTANCE
                : answer(() -> service.call(context, NEXT, settings, question()), failed);
    }

    private Object answer(Question question, Object failed) throws InteropException {
        boolean isRead = false;
        try {
            Object items = question.ask();
            isRead = INTEROP.getArraySize(items) > 0;
            return isRead ? items : Null.INSTANCE;
        } catch (CallException e) {
            return failed(e, failed);
        } finally {
            if (!isRead) { // at its end, or failed: what was made of it since is lost
                stream.close();
            }
        }
    }

    private Object failed(CallException thrown, Object failed) throws InteropException {
        CallException failure = stream.failure(thrown);
        if (failure == null) {
            return Null.INSTANCE;
        }
        if (failed != null && failure instanceof RemoteFailureException remote) {
            var told = new CallFailure(CallFailure.EXCEPTION, remote.type(), remote.remoteMessage(), remote.trace());
            GuestService.tell(failed, told, stream.toString());
        }
        throw failure;
    }

    private Object morePromised(ColorsContext context) throws InteropException {
        return Promises.call(context, (ended, owner) -> start(context, ended, owner));
    }

    private GuestCall start(ColorsContext context, EndedCalls ended, Object owner) {
        SharedCall call = service.make(context, NEXT, settings, PendingCalls.replies(), ObservedCall.NONE, question());
        return new GuestCall(service, settings, call, ObservedCall.NONE, NEXT, ended, owner) {
            @Override
            boolean send(ColorsContext context, long timeout) {
                try {
                    return super.send(context, timeout);
                } catch (CallException e) {
                    CallException failure = stream.failure(e);
                    stream.close();
                    throw failure == null ? e : failure;
                }
            }

            @Override
            Object result(ColorsContext context, Object failed) throws InteropException {
                return answer(() -> super.result(context, null), failed);
            }

            @Override
            Object cancel() {
                stream.close(); // what the server gave to this call would be lost
                return super.cancel();
            }
        };
    }

    private Object close() {
        stream.close();
        return Null.INSTANCE;
    }
}
