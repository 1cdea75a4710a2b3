// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.calls.CallState;
import colors.calls.Calls;
import colors.calls.SharedCall;
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

    RunningRequest(String service, String method, SharedCall call) {
        this.service = service;
        this.method = method;
        this.call = call;
        deadline = call.deadline();
    }

    /** Empty when the thread executes none. */
    public static Optional<Request> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    static void enter(RunningRequest request) {
        CURRENT.set(request);
    }

    static void leave() {
        CURRENT.remove();
    }

    /** Of the current one, 0: none. */
    static long currentDeadline() {
        RunningRequest request = CURRENT.get();
        return request == null ? 0 : request.deadline;
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
}
