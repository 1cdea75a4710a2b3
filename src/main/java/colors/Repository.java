// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.atomics.Atomics;
import colors.atomics.RepositoryCell;
import colors.heap.Heap;
import colors.monitors.Repositories;
import colors.monitors.Waiting;
import colors.roots.Instance;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.shapes.Entities;
import colors.values.Values;
import colors.wrappers.HostLanguage;
import colors.wrappers.Immutables;
import java.lang.ref.Reference;
import java.util.concurrent.TimeUnit;

/**
 * A named root: a place in shared memory that holds one value and that every process finds by its key (CoLoRS paper,
 * section 2.1). Permanent as long as the segment. Thread-safe; a get sees the last set of any process. Removed by
 * {@link SharedMemory#removeRepository}.
 */
public final class Repository {
    private final String key;
    private final long place;

    Repository(String key) {
        this.key = key;
        place = Repositories.place(key);
    }

    /** Where its monitor is. */
    long monitorAddress() {
        return Entities.ofPlace(place);
    }

    /** The key. */
    public String key() {
        return key;
    }

    /**
     * The value: a SharedObject, with the agent an instance of a prepared class, Long, Double, Boolean, String, or null
     * when nothing was set.
     */
    public Object get() {
        return HostLanguage.VALUES.load(Mutator.current(), place);
    }

    /**
     * The value, which must be a shared object or null.
     *
     * @throws SharedMemoryException (TYPE) when it is a scalar
     */
    public SharedObject getObject() {
        Object value = HostLanguage.WRAPPERS.load(Mutator.current(), place);
        if (value == null || value instanceof SharedObject || value instanceof Instance) {
            return value == null ? null : SharedObject.of(value);
        }
        throw new SharedMemoryException(
                SharedMemoryException.Reason.TYPE,
                "repository '" + key + "' holds a " + value.getClass().getSimpleName()
                        + ", not a shared object; use get()");
    }

    /**
     * Sets the value: a shared object, a scalar, a private record (which are copied to shared memory) or null.
     *
     * @throws SharedMemoryException (ARGUMENT) for a private object; the repository is unchanged then
     */
    public void set(Object value) {
        Object stored = Immutables.stored(value);
        Mutator mutator = Mutator.current();
        Repositories.set(mutator, place, Values.wordOf(mutator, stored));
        Reference.reachabilityFence(stored);
    }

    /**
     * Sets the value if it is the one expected, in one step for all threads of all processes. Shared objects are
     * compared by identity, scalars, values and frozen containers by their value (docs/equality.md).
     *
     * @return whether it was set
     * @throws SharedMemoryException (ARGUMENT) for a private object; the repository is unchanged then
     */
    public boolean compareAndSet(Object expected, Object value) {
        Object stored = Immutables.stored(value);
        boolean set = Atomics.compareAndSet(
                new RepositoryCell(key, place), expected, stored, HostLanguage.WRAPPERS, Immutables::isSame);
        Reference.reachabilityFence(expected);
        return set;
    }

    /**
     * Sets the value and returns the one before, in one step for all threads of all processes.
     *
     * @throws SharedMemoryException (ARGUMENT) for a private object; the repository is unchanged then
     */
    public Object getAndSet(Object value) {
        return Atomics.getAndSet(new RepositoryCell(key, place), Immutables.stored(value), HostLanguage.VALUES);
    }

    /**
     * Waits while the value is the one given, compared as {@link #compareAndSet} does.
     *
     * @return the new value. A value that was there only for a moment may be missed
     * @throws InterruptedException within 50 ms of an interrupt
     */
    public Object waitForChange(Object seen) throws InterruptedException {
        return waitForChange(seen, Waiting.forever(0));
    }

    /** The same, waits no longer than the time given: then the result is the value that was given. */
    public Object waitForChange(Object seen, long time, TimeUnit unit) throws InterruptedException {
        return waitForChange(seen, Waiting.of(time, unit, 0));
    }

    private Object waitForChange(Object seen, Waiting waiting) throws InterruptedException {
        Mutator mutator = Mutator.current();
        while (true) {
            long word = Heap.loadTagged(mutator, place);
            RootChunk chunk = mutator.wrapperChunk(); // roots the word, so that it is not another's meanwhile
            Object value = HostLanguage.WRAPPERS.ofWord(chunk, word);
            if (!Immutables.isSame(value, seen)) {
                return Immutables.shown(value);
            }
            if (!Repositories.await(mutator, place, word, waiting.slice()) && !waiting.again()) {
                return seen;
            }
            Reference.reachabilityFence(chunk);
        }
    }
}
