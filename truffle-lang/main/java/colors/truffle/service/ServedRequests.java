// SPDX-License-Identifier: Apache-2.0
package colors.truffle.service;

import colors.SharedMemoryException;
import colors.calls.CallErrors;
import colors.calls.CallFailure;
import colors.calls.CallState;
import colors.calls.Calls;
import colors.calls.RunningRequest;
import colors.calls.SharedCall;
import colors.memory.Layout;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.RootScope;
import colors.rpc.Request;
import colors.rpc.Server;
import colors.services.Interceptors;
import colors.services.MethodMetrics;
import colors.services.ObservedCall;
import colors.services.ServedStreams;
import colors.shapes.Entities;
import colors.truffle.api.GuestScope;
import colors.truffle.border.Blocking;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Null;
import colors.truffle.context.ValueForm;
import colors.truffle.node.WordNode;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The calls that threads of a guest's program execute. */
final class ServedRequests {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
    private static final double NANOS_PER_MILLI = 1e6;

    private final String name;
    private final Calls.Service service;
    private final Calls.Patience patience = new Calls.Patience();
    private final ConcurrentHashMap<Integer, GuestMethod> methods = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Integer, Boolean> streaming = new ConcurrentHashMap<>(); // methods
    private ServedStreams streams; // made at the first one; guarded by this
    private volatile boolean isClosed;

    ServedRequests(String name, Calls.Service service) {
        this.name = name;
        this.service = service;
    }

    /** What a guest has for a value. */
    static Object toGuest(RootChunk chunk, int kind, long bits) {
        if (kind == Layout.SLOT_INT64) {
            return bits;
        }
        return kind == Layout.SLOT_FLOAT64
                ? (Object) Double.longBitsToDouble(bits)
                : WordNode.toGuest(bits, chunk, ValueForm.INTEROP);
    }

    /** Whether nobody waits for the result of the call that this thread executes, of whatever service. */
    static boolean isCancelled() {
        return RunningRequest.current().map(Request::isCancelled).orElse(false);
    }

    /** How many milliseconds are left for it; null: as many as it takes. */
    static Object timeLeft() {
        Optional<Duration> left = RunningRequest.current().flatMap(Request::timeLeft);
        return left.isEmpty() ? Null.INSTANCE : left.get().toNanos() / NANOS_PER_MILLI;
    }

    /** An object, for use after it; what is not of a request as it is. */
    static Object keep(Object value) {
        return RunningRequest.current().map(request -> request.keep(value)).orElse(value);
    }

    /** The program's methods. */
    interface Handler {
        /** Executes a call: gives its result, a {@link MadeStream}, or a {@link GuestFailure}. */
        Object execute(String method, Object[] arguments) throws InteropException;

        /** Whether it makes a stream, which needs what the method got after that has returned. */
        boolean isStream(String method) throws InteropException;
    }

    /** Functions of the program: handler(method, arguments...), streams(method). */
    private record Functions(Object handler, Object streams) implements Handler {
        @Override
        public Object execute(String method, Object[] arguments) throws InteropException {
            Object[] all = new Object[1 + arguments.length];
            all[0] = method;
            System.arraycopy(arguments, 0, all, 1, arguments.length);
            return INTEROP.execute(handler, all);
        }

        @Override
        public boolean isStream(String method) throws InteropException {
            return INTEROP.asBoolean(INTEROP.execute(streams, method));
        }
    }

    /**
     * Takes a call, if one comes in time, and has it executed: the function handler(method, arguments...) gives the
     * result, or what begin() or failure() gave; streams(method) tells whether it is a generator. Returns whether one
     * came.
     */
    Object serveOne(ColorsContext context, Object handler, Object streams, long timeout) throws InteropException {
        return takeOne(context, timeout, new Functions(handler, streams));
    }

    /** Begins a stream, which is the result of the call that this thread executes. */
    synchronized MadeStream begin() {
        if (streams == null) {
            streams = new ServedStreams(name);
        }
        return new MadeStream(
                streams, ((RunningRequest) RunningRequest.current().orElseThrow()).caller());
    }

    /** The readers of those that are not at their end get an error. */
    Object endStreams() {
        ServedStreams begun;
        synchronized (this) {
            begun = streams;
            streams = null;
        }
        if (begun != null) {
            begun.close();
        }
        return Null.INSTANCE;
    }

    /** Executes calls by the members of an object, until the service is closed. For one thread. */
    Object serve(ColorsContext context, Object object) throws InteropException {
        var generators = new Generators(context, this, object);
        Calls.join(service);
        try {
            isClosed = false;
            while (!isClosed) {
                takeOne(context, generators.makeSome(), generators);
            }
        } finally {
            Calls.leave(service);
            endStreams(); // before their generators end: their readers are told
            generators.endAll();
        }
        return Null.INSTANCE;
    }

    Object close() {
        isClosed = true;
        return Null.INSTANCE;
    }

    /** The scope is older than what comes in it: with it the thread gives up the call and all that it refers to. */
    private boolean takeOne(ColorsContext context, long timeout, Handler handler) throws InteropException {
        SharedCall[] taken = {null};
        SharedCall left = null;
        RootScope before = RootScope.current();
        try {
            var scope = new GuestScope();
            Mutator mutator = context.mutator();
            Blocking.await(timeout, slice -> (taken[0] = Calls.take(mutator, service, slice, patience)) != null);
            if (taken[0] != null) {
                left = executeOrLeave(context, taken[0], scope, handler);
            }
        } catch (Calls.ServiceClosed e) {
            throw SharedMemoryException.of(SharedMemoryException.Reason.CLOSED, e.getMessage());
        } finally {
            RootScope.closeSince(before);
        }
        if (left != null) {
            execute(context, left, null, handler);
        }
        return taken[0] != null;
    }

    /** A call that makes a stream is left, for it is executed when the scope is over. */
    private SharedCall executeOrLeave(ColorsContext context, SharedCall call, GuestScope scope, Handler handler) {
        if (!isStream(call, handler)) {
            execute(context, call, scope, handler);
            return null;
        }
        try {
            return new SharedCall(call.address(), scope.root(call.address()));
        } catch (SharedMemoryException e) {
            call.end(context.mutator(), CallFailure.of(e).stored(), true);
            return null;
        }
    }

    private boolean isStream(SharedCall call, Handler handler) {
        Boolean known = streaming.get(call.method());
        if (known != null) {
            return known;
        }
        try {
            boolean isStream = handler.isStream(Entities.name(call.method()));
            streaming.put(call.method(), isStream);
            return isStream;
        } catch (AbstractTruffleException | InteropException e) {
            return false; // executing it ends the call with that
        }
    }

    private void execute(ColorsContext context, SharedCall call, GuestScope scope, Handler handler) {
        if (call.deadline() != 0 && System.nanoTime() - call.deadline() > 0) {
            call.end(context.mutator(), CallFailure.late().stored(), true);
            return;
        }
        GuestMethod method = methods.computeIfAbsent(call.method(), GuestMethod::of);
        try {
            executeIn(scope, context, call, method, handler);
        } catch (AbstractTruffleException e) {
            fail(context, call, method, failureOf(e));
        } catch (InteropException | SharedMemoryException e) {
            fail(context, call, method, CallFailure.of(e));
        } catch (InterceptorFailure e) {
            fail(context, call, method, CallFailure.of(e.getCause()));
        } finally {
            if (call.state() == CallState.TAKEN) { // the thread is being ended
                call.end(context.mutator(), null, true);
            }
        }
    }

    /** What Java throws there would end the thread. */
    private static ObservedCall begin(RunningRequest request) {
        try {
            return Interceptors.installed().executing(request);
        } catch (SharedMemoryException | AbstractTruffleException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            throw new InterceptorFailure(e);
        }
    }

    private static final class InterceptorFailure extends RuntimeException {
        private static final long serialVersionUID = 1;

        InterceptorFailure(Throwable cause) {
            super(cause);
        }
    }

    private void executeIn(
            GuestScope scope, ColorsContext context, SharedCall call, GuestMethod method, Handler handler)
            throws InteropException {
        var request = new RunningRequest(name, method.name(), call, scope);
        RunningRequest outer = RunningRequest.enter(request);
        long start = method.metrics().begin();
        ObservedCall begun = ObservedCall.NONE;
        try {
            begun = begin(request);
            Object[] arguments = new Object[call.count()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = call.argument(context.mutator(), ServedRequests::toGuest, i);
            }
            end(context, call, method, begun, handler.execute(method.called(), arguments));
        } catch (AbstractTruffleException e) {
            begun.ended(CallErrors.of(failureOf(e), CallErrors.text(method.name(), name)));
            throw e;
        } catch (InteropException | RuntimeException | Error e) {
            begun.ended(e);
            throw e;
        } finally {
            begun.returned();
            RunningRequest.leave(outer);
            method.metrics().returned(start);
        }
    }

    private void end(ColorsContext context, SharedCall call, GuestMethod method, ObservedCall begun, Object result)
            throws InteropException {
        switch (result) {
            case GuestFailure failure -> {
                begun.ended(CallErrors.of(failure.failure, CallErrors.text(method.name(), name)));
                fail(context, call, method, failure.failure);
            }
            case MadeStream stream -> {
                begun.ended(null);
                if (!call.end(context.mutator(), stream.handle(), false)) {
                    stream.close(); // its reader gave the call up
                }
            }
            default -> {
                Object value = GuestService.value(context, result);
                begun.ended(null);
                call.end(context.mutator(), value, false);
            }
        }
    }

    private void fail(ColorsContext context, SharedCall call, GuestMethod method, CallFailure failure) {
        method.metrics().failed();
        if (failure.kind().equals(CallFailure.REFUSED)) { // there is no such method
            methods.remove(call.method());
        }
        call.end(context.mutator(), failure.stored(), true);
    }

    /** What was executed of the methods that clients called, by their names. */
    Map<String, Server.Metrics> metrics() {
        Map<String, Server.Metrics> metrics = new TreeMap<>();
        methods.values()
                .forEach(each -> metrics.merge(each.name(), each.metrics().soFar(), MethodMetrics::sum));
        return metrics;
    }

    /** What the program threw, as far as interop tells. */
    static CallFailure failureOf(AbstractTruffleException thrown) {
        try {
            return ofInterop(thrown);
        } catch (AbstractTruffleException | InteropException e) { // it throws when it is asked
            return CallFailure.of(thrown);
        }
    }

    private static CallFailure ofInterop(AbstractTruffleException thrown) throws InteropException {
        Object meta = INTEROP.hasMetaObject(thrown) ? INTEROP.getMetaObject(thrown) : null;
        String type = meta == null ? "Error" : INTEROP.asString(INTEROP.getMetaQualifiedName(meta));
        String message = INTEROP.hasExceptionMessage(thrown)
                ? INTEROP.asString(INTEROP.getExceptionMessage(thrown))
                : thrown.getMessage();
        return new CallFailure(
                CallFailure.EXCEPTION, type, member(thrown, "message", message), member(thrown, "stack", message));
    }

    /** Of an error of JavaScript, whose message by interop begins with its class. */
    private static String member(Object thrown, String name, String otherwise) throws InteropException {
        Object value = INTEROP.hasMembers(thrown) && INTEROP.isMemberReadable(thrown, name)
                ? INTEROP.readMember(thrown, name)
                : null;
        return value != null && INTEROP.isString(value) ? INTEROP.asString(value) : otherwise;
    }
}
