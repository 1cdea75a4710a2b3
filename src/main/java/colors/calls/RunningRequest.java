// SPDX-License-Identifier: Apache-2.0
package colors.calls;

import colors.Scope;
import colors.rpc.Request;
import java.time.Duration;
import java.util.Optional;

/** The call that a thread executes for a client. */
public final class RunningRequest implements Request {
    private static final ThreadLocal<RunningRequest> CURRENT = new ThreadLocal<>();

    private final String service;
    private final String method;
    private final SharedCall call;
    private final long deadline;
    private final Scope scope; // or null

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

    /** The thread executes it from now on; returns what it executed before, or null. */
    public static RunningRequest enter(RunningRequest request) {
        RunningRequest before = CURRENT.get();
        CURRENT.set(request);
        return before;
    }

    /** The thread has executed it, and goes on with what {@link #enter} returned. */
    public static void leave(RunningRequest before) {
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
    public boolean isCancelled() {
        return call.state() != CallState.TAKEN || !Calls.isAlive(call.caller());
    }

    @Override
    public <T> T keep(T object) {
        return scope == null ? object : scope.keep(object);
    }
}
