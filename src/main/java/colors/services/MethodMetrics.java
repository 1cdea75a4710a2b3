// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.rpc.Server;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** What a server executed of a method. Thread-safe. */
public final class MethodMetrics {
    private final LongAdder calls = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    /** A call is begun. Returns when, for {@link #returned}. */
    public long begin() {
        calls.increment();
        return System.nanoTime();
    }

    /** The method returned, or threw. */
    public void returned(long start) {
        nanos.add(System.nanoTime() - start);
    }

    /** A call that was begun failed. */
    public void failed() {
        failures.increment();
    }

    /** So far. */
    public Server.Metrics soFar() {
        return new Server.Metrics(calls.sum(), failures.sum(), Duration.ofNanos(nanos.sum()));
    }

    /** Of two methods of one name. */
    public static Server.Metrics sum(Server.Metrics a, Server.Metrics b) {
        return new Server.Metrics(
                a.calls() + b.calls(), a.failures() + b.failures(), a.time().plus(b.time()));
    }
}
