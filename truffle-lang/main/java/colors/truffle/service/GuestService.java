// SPDX-License-Identifier: Apache-2.0
package colors.truffle.service;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.calls.CallErrors;
import colors.calls.CallFailure;
import colors.calls.CallState;
import colors.calls.Calls;
import colors.calls.PendingCalls;
import colors.calls.RunningRequest;
import colors.calls.SharedCall;
import colors.memory.Attachment;
import colors.roots.Mutator;
import colors.roots.Shared;
import colors.rpc.CallException;
import colors.services.Interceptors;
import colors.services.ObservedCall;
import colors.shapes.Entities;
import colors.truffle.border.Arguments;
import colors.truffle.border.Blocking;
import colors.truffle.border.Function;
import colors.truffle.border.GuestValues;
import colors.truffle.border.Members;
import colors.truffle.border.ValueBorder;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Names;
import colors.truffle.context.Null;
import colors.truffle.context.NumberRule;
import colors.truffle.copy.PrivateGraph;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A service, found or made: client([ms, waits]) or client({timeout, waits, promises, context}), serve(object) until
 * close(), servers(), metrics(), name, and of the request that is being executed isCancelled(), timeLeft(), context(),
 * keep(object). For the Python package: call(method, ms, waits, failed, context, arguments...), send(method, ms, waits,
 * context, arguments...), start(ended, owner, method, ms, waits, context, arguments...), join(), leave(),
 * serveOne(handler, streams, ms), failure(kind, type, message, trace), begin() of a stream as the result of a call,
 * endStreams(), measured(): the names in metrics(), passed(): what context() has. A context for the Python package is
 * an array, keys and values in turn, or null. Times are milliseconds.
 */
public final class GuestService extends Members {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
    private static final int MOST_ARGUMENTS = 255;
    private static final double MOST_WHOLE = 1L << 53;
    private static final long FIRST_NS = 100_000; // without what it takes to be interrupted

    private final String name;
    private final Calls.Service service;
    private final Calls.Patience patience = new Calls.Patience(); // of clients
    private final ServedRequests requests;
    private final ConcurrentHashMap<String, Integer> methods = new ConcurrentHashMap<>();

    GuestService(String name, Calls.Service service) {
        super("service '" + name + "'");
        this.name = name;
        this.service = service;
        requests = new ServedRequests(name, service);
        value("name", name);
        hidden("call", 5, 5 + MOST_ARGUMENTS, this::call);
        hidden("send", 4, 4 + MOST_ARGUMENTS, this::send);
        hidden("start", 6, 6 + MOST_ARGUMENTS, this::start);
        function("client", 0, 2, (context, arguments) -> client(arguments));
        function("servers", 0, 0, (context, arguments) -> Calls.serves(service));
        hidden("join", 0, 0, (context, arguments) -> join());
        hidden("leave", 0, 0, (context, arguments) -> leave());
        hidden(
                "serveOne",
                3,
                3,
                (context, arguments) ->
                        requests.serveOne(context, arguments[0], arguments[1], Blocking.timeout(arguments, 2)));
        hidden("begin", 0, 0, (context, arguments) -> requests.begin());
        hidden("endStreams", 0, 0, (context, arguments) -> requests.endStreams());
        function("serve", 1, 1, (context, arguments) -> requests.serve(context, arguments[0]));
        function("close", 0, 0, (context, arguments) -> requests.close());
        hidden(
                "measured",
                0,
                0,
                (context, arguments) -> new Names(List.copyOf(requests.metrics().keySet())));
        function("metrics", 0, 0, (context, arguments) -> new MeasuredMethods(name, requests.metrics()));
        hidden("failure", 4, 4, (context, arguments) -> failure(arguments));
        function("isCancelled", 0, 0, (context, arguments) -> ServedRequests.isCancelled());
        function("timeLeft", 0, 0, (context, arguments) -> ServedRequests.timeLeft());
        function("context", 0, 0, (context, arguments) -> new PassedContext(RunningRequest.currentContext()));
        hidden("passed", 0, 0, (context, arguments) -> passed());
        function("keep", 1, 1, (context, arguments) -> ServedRequests.keep(arguments[0]));
    }

    private void hidden(String name, int least, int most, Function.Body body) {
        internal(name, new Function(name, least, most, body));
    }

    /** service(name, [capacity]) */
    public static Object open(Object[] arguments) throws InteropException {
        Attachment.ensure();
        String name = Arguments.text(arguments[0], "the name of a service");
        boolean isSized = arguments.length > 1 && !INTEROP.isNull(arguments[1]);
        if (isSized && (!INTEROP.fitsInInt(arguments[1]) || INTEROP.asInt(arguments[1]) < 1)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a service has room for 1 or more calls, not " + INTEROP.toDisplayString(arguments[1]));
        }
        return new GuestService(name, Calls.open(name, isSized ? INTEROP.asInt(arguments[1]) : 0));
    }

    private static Object passed() {
        List<String> texts = new ArrayList<>();
        RunningRequest.currentContext().forEach((key, value) -> {
            texts.add(key);
            texts.add(value);
        });
        return new Names(texts);
    }

    private Object join() {
        Calls.join(service);
        return Null.INSTANCE;
    }

    private Object leave() {
        Calls.leave(service);
        return Null.INSTANCE;
    }

    private static Object failure(Object[] arguments) {
        return new GuestFailure(new CallFailure(
                Arguments.text(arguments[0], "the kind of a failure"),
                Arguments.text(arguments[1], "the class of a failure"),
                Arguments.text(arguments[2], "the message of a failure"),
                Arguments.text(arguments[3], "the trace of a failure")));
    }

    private Object client(Object[] arguments) throws InteropException {
        return new GuestClient(this, Settings.ofClient(arguments));
    }

    String name() {
        return name;
    }

    Calls.Service shared() {
        return service;
    }

    private boolean isLeft(Settings settings) {
        return !settings.waits() && Calls.serves(service) == 0;
    }

    // ---- calls ----------------------------------------------------------------------------------------

    private Object call(ColorsContext context, Object[] arguments) throws InteropException {
        return call(
                context,
                Arguments.text(arguments[0], "a method"),
                Settings.of(arguments, 1, 4),
                INTEROP.isNull(arguments[3]) ? null : arguments[3],
                values(context, arguments, 5));
    }

    /** What Java throws there would end the guest's program, which could not catch it. */
    private ObservedCall begin(Settings settings, String method) {
        try {
            return settings.interceptors().calling(name, method);
        } catch (SharedMemoryException | AbstractTruffleException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            String text = CallErrors.text(method, name);
            throw SharedMemoryException.of(Reason.STATE, "an interceptor threw before " + text + ": " + e, e);
        }
    }

    private Object send(ColorsContext context, Object[] arguments) throws InteropException {
        String method = Arguments.text(arguments[0], "a method");
        Settings settings = Settings.of(arguments, 1, 3);
        Object[] values = values(context, arguments, 4);
        ObservedCall begun = begin(settings, method);
        try {
            if (isLeft(settings)) {
                throw CallErrors.noServer(CallErrors.text(method, name));
            }
            send(context, make(context, method, settings, null, begun, values), method, settings, Blocking.FOREVER);
        } catch (RuntimeException | Error e) {
            begun.ended(e);
            throw e;
        }
        begun.ended(null);
        return Null.INSTANCE;
    }

    private Object start(ColorsContext context, Object[] arguments) throws InteropException {
        String method = Arguments.text(arguments[2], "a method");
        Object[] values = values(context, arguments, 6);
        return start(context, method, Settings.of(arguments, 3, 5), (EndedCalls) arguments[0], arguments[1], values);
    }

    /** A call that is not sent yet. */
    GuestCall start(
            ColorsContext context, String method, Settings settings, EndedCalls ended, Object owner, Object[] values) {
        ObservedCall begun = begin(settings, method);
        try {
            SharedCall call = make(context, method, settings, PendingCalls.replies(), begun, values);
            return new GuestCall(this, settings, call, begun, method, ended, owner);
        } catch (RuntimeException | Error e) {
            begun.ended(e);
            throw e;
        }
    }

    /** As shared memory takes them: of private ones copies. */
    static Object[] values(ColorsContext context, Object[] arguments, int first) throws InteropException {
        Object[] values = new Object[arguments.length - first];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(context, arguments[first + i]);
        }
        return values;
    }

    /** The same of one. */
    static Object value(ColorsContext context, Object given) throws InteropException {
        Object immutable = INTEROP.isNull(given) ? null : ValueBorder.store(given);
        if (immutable != null) {
            return immutable;
        }
        boolean isPrivate = !(given instanceof Shared)
                && !INTEROP.isNull(given)
                && (INTEROP.hasArrayElements(given) || INTEROP.hasHashEntries(given) || INTEROP.hasMembers(given))
                && !INTEROP.isString(given)
                && !INTEROP.isNumber(given)
                && !INTEROP.isInstant(given);
        Object shared = isPrivate ? PrivateGraph.copy(context, new Object[] {given}) : given;
        Object value = GuestValues.toCore(shared, () -> "an argument or result of a service");
        return value instanceof Double number && context.guest().numbers() == NumberRule.ANY ? ofAny(number) : value;
    }

    /** In a language with one kind of numbers a whole one is an integer, whatever the engine has it as. */
    private static Object ofAny(double number) {
        boolean isWhole = number == Math.rint(number) && Math.abs(number) <= MOST_WHOLE && 1 / number != -1.0 / 0.0;
        return isWhole ? (Object) (long) number : (Object) number;
    }

    SharedCall make(
            ColorsContext context,
            String method,
            Settings settings,
            Shared replies,
            ObservedCall begun,
            Object[] values) {
        int entity = methods.computeIfAbsent(method + "/" + values.length, Entities::name);
        long timeout = settings.timeout() == Blocking.FOREVER ? 0 : Math.max(1, settings.timeout());
        long deadline = RunningRequest.deadlineOf(timeout);
        Object passed = Interceptors.context(context.mutator(), begun);
        return SharedCall.make(context.mutator(), entity, deadline, replies, passed, values);
    }

    private static long timeLeft(SharedCall call) {
        return call.deadline() == 0 ? Blocking.FOREVER : Math.max(0, call.deadline() - System.nanoTime());
    }

    /** Whether there was room in that time, before the call's own was over. Throws CallException. */
    boolean send(ColorsContext context, SharedCall call, String method, Settings settings, long timeout) {
        Mutator mutator = context.mutator();
        int[] result = {Calls.TIMEOUT};
        Blocking.await(Math.min(timeout, timeLeft(call)), slice -> {
            result[0] = Calls.send(mutator, service, call, slice);
            return result[0] != Calls.TIMEOUT || isLeft(settings);
        });
        if (result[0] == Calls.TIMEOUT && timeLeft(call) > 0 && !isLeft(settings)) {
            return false;
        }
        String text = CallErrors.text(method, name);
        return switch (result[0]) {
            case Calls.DONE -> true;
            case Calls.CLOSED -> throw CallErrors.removed(text);
            default -> throw isLeft(settings) ? CallErrors.noServer(text) : CallErrors.notSent(text);
        };
    }

    private Object call(ColorsContext context, String method, Settings settings, Object failed, Object[] values)
            throws InteropException {
        ObservedCall begun = begin(settings, method);
        try {
            SharedCall call = make(context, method, settings, null, begun, values);
            send(context, call, method, settings, Blocking.FOREVER);
            CallState state = await(context.mutator(), call, settings.waits());
            return result(context, call, begun, state, CallErrors.text(method, name), settings, failed);
        } catch (RuntimeException | Error e) {
            begun.ended(e);
            throw e;
        }
    }

    /** Calls, and waits for the result. */
    Object call(ColorsContext context, String method, Settings settings, Object[] values) throws InteropException {
        return call(context, method, settings, null, values);
    }

    /**
     * The result of a call that ended so. {@code failed} is called, if it is not null, with the class, message and
     * trace of what the service threw: it throws what the guest's program is to get. Who observes the call is told of
     * its end before, in Java's terms.
     */
    static Object result(
            ColorsContext context,
            SharedCall call,
            ObservedCall begun,
            CallState state,
            String text,
            Settings settings,
            Object failed)
            throws InteropException {
        if (state == CallState.DONE) {
            Object result = call.result(context.mutator(), ServedRequests::toGuest);
            begun.ended(null);
            return GuestStream.ofResult(context, result, call, text, settings);
        }
        if (state != CallState.FAILED) {
            throw CallErrors.of(state, text);
        }
        CallFailure failure = call.failure(context.mutator());
        CallException error = CallErrors.of(failure, text);
        begun.ended(error);
        if (failed != null && failure.kind().equals(CallFailure.EXCEPTION)) {
            tell(failed, failure, text);
        }
        throw error;
    }

    static void tell(Object failed, CallFailure failure, String text) throws InteropException {
        INTEROP.execute(
                failed,
                CallErrors.summary(failure, text),
                failure.type(),
                text(failure.message()),
                text(failure.trace()));
    }

    private static String text(String text) {
        return text == null ? "" : text;
    }

    private CallState await(Mutator mutator, SharedCall call, boolean waits) {
        CallState[] state = {CallState.SENT};
        try {
            long left = timeLeft(call);
            state[0] = Calls.await(mutator, service, call, !waits, Math.min(left, FIRST_NS), patience);
            if (!state[0].hasEnded()) {
                Blocking.await(left, slice -> {
                    state[0] = Calls.await(mutator, service, call, !waits, slice, patience);
                    return state[0].hasEnded();
                });
            }
        } finally {
            if (!state[0].hasEnded()) {
                state[0] = Calls.cancel(call); // also when the thread is interrupted
            }
        }
        return state[0];
    }
}
