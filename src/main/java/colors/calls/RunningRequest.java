// SPDX-License-Identifier: Apache-2.0
package colors.calls;

import colors.Scope;
import colors.roots.Mutator;
import colors.roots.Shared;
import colors.rpc.Request;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The call that a thread executes for a client. */
public final class RunningRequest implements Request {
    private static final ThreadLocal<RunningRequest> CURRENT = new ThreadLocal<>();

    private final String service;
    private final String method;
    private final SharedCall call;
    private final long deadline;
    private final Scope scope; // or null
    private Map<String, String> context; // null: not asked for yet
    private volatile boolean isOver; // what came in its scope is given up: the call may be another object by now

    /** In that scope, or in none if it is null. */
    public RunningRequest(String service, String method, SharedCall call, Scope scope) {
        this.service = service;
        this.method = method;
        this.call = call;
        this.scope = scope;
        deadline = call.deadline();
    }

    /** Empty when the thread executes none. */
    public static Optional<Request> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    /** The thread executes it, or none if it is null, from now on; returns what it executed before, or null. */
    public static RunningRequest enter(RunningRequest request) {
        RunningRequest before = CURRENT.get();
        CURRENT.set(request);
        return before;
    }

    /** The thread has executed it, and goes on with what {@link #enter} returned. */
    public static void leave(RunningRequest before) {
        RunningRequest left = CURRENT.get();
        if (left != null && left.scope != null) {
            left.isOver = true;
        }
        if (before == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(before);
        }
    }

    /**
     * The deadline of a call that the thread begins, of {@link System#nanoTime}, 0: none. It is that of the request at
     * the latest.
     *
     * @param timeout in nanoseconds, 0: none
     */
    public static long deadlineOf(long timeout) {
        RunningRequest request = CURRENT.get();
        long outer = request == null ? 0 : request.deadline;
        if (timeout == 0) {
            return outer;
        }
        long mine = System.nanoTime() + timeout;
        long deadline = outer != 0 && outer - mine < 0 ? outer : mine;
        return deadline == 0 ? 1 : deadline;
    }

    /**
     * What a call that the thread begins passes along when nobody says: what the request came with, as
     * {@link SharedCall#make} takes it; null: nothing.
     */
    public static Shared inheritedContext(Mutator mutator) {
        RunningRequest request = CURRENT.get();
        return request == null ? null : request.call.context(mutator);
    }

    /** The same as entries; empty when there are none, or the thread executes no request. */
    public static Map<String, String> currentContext() {
        RunningRequest request = CURRENT.get();
        return request == null ? Map.of() : request.context();
    }

    /** The process that waits for it. */
    public long caller() {
        return call.caller();
    }

    @Override
    public String service() {
        return service;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public Optional<Duration> timeLeft() {
        return deadline == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(deadline - System.nanoTime()));
    }

    @Override
    public Map<String, String> context() {
        if (context == null) {
            call.chunk().check();
            Mutator mutator = Mutator.current();
            CallContext.Stored stored = call.context(mutator);
            context = stored == null ? Map.of() : CallContext.read(mutator, stored);
        }
        return context;
    }

    @Override
    public boolean isCancelled() {
        return isOver || call.state() != CallState.TAKEN || !Calls.isAlive(call.caller());
    }

    @Override
    public <T> T keep(T object) {
        return scope == null ? object : scope.keep(object);
    }
}
