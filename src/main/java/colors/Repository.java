// SPDX-License-Identifier: Apache-2.0
package colors;

import java.util.concurrent.TimeUnit;

/**
 * A named root: a place in shared memory that holds one value and that every process finds by its key (CoLoRS paper,
 * section 2.1). Permanent as long as the segment. Thread-safe; a get sees the last set of any process. Removed by
 * {@link SharedMemory#removeRepository}.
 *
 * @param <T> what it holds: {@code Object} where that is not known
 */
public interface Repository<T> {
    /** The key. */
    String key();

    /**
     * The value: of an untyped repository a Ref, with the agent an instance of a prepared class, a container, Long,
     * Double, Boolean, String, another value, or null when nothing was set.
     *
     * @throws TypeConflictException when it is no {@code T}
     */
    T get();

    /**
     * The value, which must be a shared object or null.
     *
     * @throws TypeConflictException when it is a scalar
     */
    Ref<?> getRef();

    /**
     * Sets the value: a shared object, a scalar, a private record (which are copied to shared memory) or null.
     *
     * @throws SharedMemoryException (ARGUMENT) for a private object; the repository is unchanged then
     */
    void set(T value);

    /**
     * Sets the value if it is the one expected, in one step for all threads of all processes. Shared objects are
     * compared by identity, scalars, values and frozen containers by their value (docs/equality.md).
     *
     * @return whether it was set
     * @throws SharedMemoryException (ARGUMENT) for a private object; the repository is unchanged then
     */
    boolean compareAndSet(T expected, T value);

    /**
     * Sets the value and returns the one before, in one step for all threads of all processes.
     *
     * @throws SharedMemoryException (ARGUMENT) for a private object, (TYPE) when the value before is no {@code T}; the
     *         repository is unchanged then, but for a race
     */
    T getAndSet(T value);

    /**
     * Waits while the value is the one given, compared as {@link #compareAndSet} does.
     *
     * @return the new value. A value that was there only for a moment may be missed
     * @throws InterruptedException within 50 ms of an interrupt
     */
    T waitForChange(T seen) throws InterruptedException;

    /** The same, waits no longer than the time given: then the result is the value that was given. */
    T waitForChange(T seen, long time, TimeUnit unit) throws InterruptedException;
}
