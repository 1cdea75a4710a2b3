// SPDX-License-Identifier: Apache-2.0
package colors.truffle.service;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.calls.CallErrors;
import colors.calls.CallFailure;
import colors.calls.CallState;
import colors.calls.Calls;
import colors.calls.SharedCall;
import colors.memory.Attachment;
import colors.roots.Mutator;
import colors.roots.Shared;
import colors.rpc.CallException;
import colors.shapes.Entities;
import colors.truffle.border.Arguments;
import colors.truffle.border.Blocking;
import colors.truffle.border.Function;
import colors.truffle.border.GuestValues;
import colors.truffle.border.Members;
import colors.truffle.border.ValueBorder;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Null;
import colors.truffle.context.NumberRule;
import colors.truffle.copy.PrivateGraph;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A service, found or made: client([ms, waits]), serve(object) until close(), servers(), isCancelled(), name. For the
 * Python package: call(method, ms, waits, failed, arguments...), send(method, ms, waits, arguments...), join(),
 * leave(), serveOne(handler, [ms]), failure(kind, type, message, trace). Times are milliseconds.
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

    private GuestService(String name, Calls.Service service) {
        super("service '" + name + "'");
        this.name = name;
        this.service = service;
        requests = new ServedRequests(service);
        value("name", name);
        hidden("call", 4, 4 + MOST_ARGUMENTS, this::call);
        hidden("send", 3, 3 + MOST_ARGUMENTS, this::send);
        function("client", 0, 2, (context, arguments) -> client(arguments));
        function("servers", 0, 0, (context, arguments) -> Calls.serves(service));
        hidden("join", 0, 0, (context, arguments) -> join());
        hidden("leave", 0, 0, (context, arguments) -> leave());
        hidden(
                "serveOne",
                1,
                2,
                (context, arguments) -> requests.serveOne(context, arguments[0], Blocking.timeout(arguments, 1)));
        function("serve", 1, 1, (context, arguments) -> requests.serve(context, arguments[0]));
        function("close", 0, 0, (context, arguments) -> requests.close());
        hidden("failure", 4, 4, (context, arguments) -> failure(arguments));
        function("isCancelled", 0, 0, (context, arguments) -> requests.isCancelled());
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
        boolean waits = arguments.length > 1 && INTEROP.asBoolean(arguments[1]);
        return new GuestClient(this, Blocking.timeout(arguments, 0), waits);
    }

    String name() {
        return name;
    }

    // ---- calls ----------------------------------------------------------------------------------------

    private Object call(ColorsContext context, Object[] arguments) throws InteropException {
        Object failed = INTEROP.isNull(arguments[3]) ? null : arguments[3];
        long timeout = Blocking.timeout(arguments, 1);
        return call(
                context,
                Arguments.text(arguments[0], "a method"),
                timeout,
                INTEROP.asBoolean(arguments[2]),
                failed,
                values(context, arguments, 4));
    }

    private Object send(ColorsContext context, Object[] arguments) throws InteropException {
        String method = Arguments.text(arguments[0], "a method");
        long timeout = Blocking.timeout(arguments, 1);
        boolean waits = INTEROP.asBoolean(arguments[2]);
        if (!waits && Calls.serves(service) == 0) {
            throw CallErrors.noServer(CallErrors.text(method, name));
        }
        begin(context, method, timeout, waits, values(context, arguments, 3));
        return Null.INSTANCE;
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

    private SharedCall begin(ColorsContext context, String method, long timeout, boolean waits, Object[] values) {
        int entity = methods.computeIfAbsent(method + "/" + values.length, Entities::name);
        long deadline = timeout == Blocking.FOREVER ? 0 : Math.max(1, System.nanoTime() + timeout);
        Mutator mutator = context.mutator();
        SharedCall call = SharedCall.make(mutator, entity, deadline, null, values);
        int[] result = {Calls.TIMEOUT};
        Blocking.await(timeout, slice -> {
            result[0] = Calls.send(mutator, service, call, slice);
            return result[0] != Calls.TIMEOUT || !waits && Calls.serves(service) == 0;
        });
        if (result[0] == Calls.DONE) {
            return call;
        }
        String text = CallErrors.text(method, name);
        throw result[0] == Calls.CLOSED
                ? CallErrors.removed(text)
                : !waits && Calls.serves(service) == 0 ? CallErrors.noServer(text) : CallErrors.notSent(text);
    }

    /**
     * The result. {@code failed} is called, if it is not null, with the class, message and trace of what the service
     * threw: it throws what the guest's program is to get.
     */
    Object call(ColorsContext context, String method, long timeout, boolean waits, Object failed, Object[] values)
            throws InteropException {
        SharedCall call = begin(context, method, timeout, waits, values);
        CallState state = await(context.mutator(), call, waits);
        if (state == CallState.DONE) {
            return call.result(context.mutator(), ServedRequests::toGuest);
        }
        String text = CallErrors.text(method, name);
        if (state != CallState.FAILED) {
            throw CallErrors.of(state, text);
        }
        CallFailure failure = call.failure(context.mutator());
        CallException error = CallErrors.of(failure, text);
        if (failed != null && failure.kind().equals(CallFailure.EXCEPTION)) {
            INTEROP.execute(
                    failed,
                    CallErrors.summary(failure, text),
                    failure.type(),
                    text(failure.message()),
                    text(failure.trace()));
        }
        throw error;
    }

    private static String text(String text) {
        return text == null ? "" : text;
    }

    private CallState await(Mutator mutator, SharedCall call, boolean waits) {
        CallState[] state = {CallState.SENT};
        try {
            long left = call.deadline() == 0 ? Blocking.FOREVER : call.deadline() - System.nanoTime();
            state[0] = Calls.await(mutator, service, call, !waits, Math.min(left, FIRST_NS), patience);
            if (!state[0].hasEnded()) {
                Blocking.await(Math.max(0, left), slice -> {
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
