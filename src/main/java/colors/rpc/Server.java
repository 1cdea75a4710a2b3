// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

import java.time.Duration;
import java.util.Map;

/**
 * Threads of this process that execute calls of a service, until it is closed: {@link Service#serve}. Each call has a
 * scope (docs/root-log.md): what the method was given, and got from shared memory, is the thread's until it returns; to
 * keep some of it, see {@link Request#keep}. A method that returns a stage has none. Thread-safe.
 */
public interface Server extends AutoCloseable {
    /** The service's name. */
    String name();

    /** By the names of the methods, sorted; where two have one name, both together. */
    Map<String, Metrics> metrics();

    /** Waits until it is closed. */
    void join() throws InterruptedException;

    /**
     * Takes no more calls, and waits until those that were taken have returned. Called by one of these, it does not
     * wait. An interrupt ends the wait.
     */
    @Override
    void close();

    /**
     * What was executed of a method by this server.
     *
     * @param calls that were begun
     * @param failures of these, that ended with an exception
     * @param time that they took, all together, without what a stage took
     */
    record Metrics(long calls, long failures, Duration time) {}
}
