// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The call that a thread executes for a client. Calls that it makes itself meanwhile end by its deadline. */
public interface Request {
    /** The calling thread's; empty when it executes none. */
    static Optional<Request> current() {
        return Service.currentRequest();
    }

    /** The service's name. */
    String service();

    /** The method's name. */
    String method();

    /** How much time the client gives; empty: as much as it takes. Negative when the time is over. */
    Optional<Duration> timeLeft();

    /**
     * What the client's program passes along, such as {@code traceparent}: unmodifiable, empty when that is nothing.
     * Calls that the thread makes in the request pass it along, too. For the thread that executes it; what it has
     * asked for may be asked for later and in any thread. Else it throws SharedMemoryException (STATE).
     */
    Map<String, String> context();

    /**
     * Whether nobody waits for the result any more: the client gave up, or died, or the method has returned. To be
     * asked in long work, in any thread.
     */
    boolean isCancelled();

    /**
     * The object, for use after the request and in any thread; null and private objects as they are. For the thread
     * that executes it, and not in a scope of its own: {@link colors.Scope#keep} says what it throws.
     */
    <T> T keep(T object);
}
