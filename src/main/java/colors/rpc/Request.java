// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

import java.time.Duration;
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

    /** Whether nobody waits for the result any more: the client gave up, or died. To be asked in long work. */
    boolean isCancelled();
}
