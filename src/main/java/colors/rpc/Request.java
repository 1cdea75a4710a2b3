// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

import colors.calls.CallState;
import colors.calls.Calls;
import colors.calls.SharedCall;
import java.time.Duration;
import java.util.Optional;

/** The call that the calling thread executes for a client. Calls that it makes itself meanwhile end by its deadline. */
public final class Request {
    private static final ThreadLocal<Request> CURRENT = new ThreadLocal<>();

    private final String service;
    private final String method;
    private final SharedCall call;
    private final long deadline;

    Request(String service, String method, SharedCall call) {
        this.service = service;
        this.method = method;
        this.call = call;
        deadline = call.deadline();
    }

    /** Empty when the thread executes none. */
    public static Optional<Request> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    static void enter(Request request) {
        CURRENT.set(request);
    }

    static void leave() {
        CURRENT.remove();
    }

    /** Of the current one, 0: none. */
    static long currentDeadline() {
        Request request = CURRENT.get();
        return request == null ? 0 : request.deadline;
    }

    /** The service's name. */
    public String service() {
        return service;
    }

    /** The method's name. */
    public String method() {
        return method;
    }

    /** How much time the client gives; empty: as much as it takes. Negative when the time is over. */
    public Optional<Duration> timeLeft() {
        return deadline == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(deadline - System.nanoTime()));
    }

    /** Whether nobody waits for the result any more: the client gave up, or died. To be asked in long work. */
    public boolean isCancelled() {
        return call.state() != CallState.TAKEN || !Calls.isAlive(call.caller());
    }
}
