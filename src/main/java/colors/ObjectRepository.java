// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.runtime.Entities;
import colors.runtime.Heap;
import colors.runtime.Mutator;
import colors.runtime.Values;
import java.lang.ref.Reference;

/**
 * A named root: a place in shared memory that holds one value and that every process finds by its key (CoLoRS paper,
 * section 2.1). Permanent as long as the segment. Thread-safe; a get sees the last set of any process.
 */
public final class ObjectRepository {
    private final String key;
    private final long place;

    ObjectRepository(String key) {
        this.key = key;
        place = Entities.repositoryPlace(key);
    }

    /** Where its monitor is. */
    long monitorAddress() {
        return Entities.ofPlace(place);
    }

    /** The key. */
    public String key() {
        return key;
    }

    /** The value: a SharedObject, Long, Double, Boolean, String, or null when nothing was set. */
    public Object get() {
        return HostLanguage.VALUES.load(Mutator.current(), place);
    }

    /**
     * The value, which must be a shared object or null.
     *
     * @throws SharedMemoryException (TYPE) when it is a scalar
     */
    public SharedObject getObject() {
        Object value = get();
        if (value == null || value instanceof SharedObject) {
            return (SharedObject) value;
        }
        throw new SharedMemoryException(SharedMemoryException.Reason.TYPE, "repository '" + key + "' holds a " + value.getClass().getSimpleName() + ", not a shared object; use get()");
    }

    /**
     * Sets the value: a shared object, a scalar (copied to shared memory) or null.
     *
     * @throws SharedMemoryException (ARGUMENT) for a private object; the repository is unchanged then
     */
    public void set(Object value) {
        Mutator mutator = Mutator.current();
        Heap.storeTagged(mutator, place, Values.wordOf(mutator, value));
        Reference.reachabilityFence(value);
    }
}
