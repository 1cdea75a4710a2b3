// SPDX-License-Identifier: Apache-2.0
package colors;

/**
 * A stretch of a thread's work whose references to shared objects are given up together at its end, without waiting for
 * the JVM's collector: a request of a server, say.
 *
 * <pre>{@code
 * try (Scope scope = SharedMemory.scope()) {
 *     Order order = orders.get(id);             // and whatever else this thread reads and makes
 *     last = scope.keep(order.customer());    // this one may be used after the scope
 * }
 * }</pre>
 *
 * What a thread gets while a scope of it is open belongs to the innermost one: only this thread may use it, until the
 * scope is closed. A use by another thread or after that throws SharedMemoryException (STATE); the object itself is not
 * touched by it, and lives as long as anything else refers to it. A view of its memory ends with the scope, too ({@link
 * SharedArray#memory}). What the thread got before, and private objects, are as before.
 *
 * <p>For use by the thread that opened it only. A virtual thread has a mutator slot of its own while it is in a scope.
 * The first scope of a process makes the JVM compile anew what uses shared objects; from then on each use costs a check
 * (docs/root-log.md).
 */
public interface Scope extends AutoCloseable {
    /**
     * The object, for use after the scope and in any thread (where the scope is in another one: in that one). Null and
     * private objects are given back as they are, also those that show shared ones, such as sub-lists and iterators.
     *
     * @throws SharedMemoryException (STATE) when this is not the innermost open scope of the calling thread, (ARGUMENT)
     *         for a collection of a program's class that stands for a shared one: keep the shared container
     */
    <T> T keep(T object);

    /**
     * Gives up what the thread got since the scope was opened; scopes that were opened in it and are open are closed,
     * too. The second time it does nothing.
     *
     * @throws SharedMemoryException (STATE) in another thread, or while the thread has monitors that it entered in the
     *         scope; nothing is done then
     */
    @Override
    void close();
}
