// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

/**
 * A shared map, ordered by insertion. A shared set is one whose values are all null. Keys that are equal by the rule of shared
 * values are one key; the first of them is kept.
 */
public interface MapCore extends ContainerCore {
    /** The entries at one instant, in order. */
    record Snapshot(Object[] keys, Object[] values) {
    }

    /** Walks over the entries in order, weakly consistent: an entry that is there all the time is met once. Of one thread. */
    interface Cursor {
        /** Goes to the next entry; false when there is none. */
        boolean next();

        Object key();

        /** The value when the cursor came to the entry. */
        Object value();
    }

    /** The value of a key, or ABSENT. */
    Object get(Object key);

    boolean containsKey(Object key);

    /** Stores; returns the value before, or ABSENT. */
    Object put(Object key, Object value);

    /** Stores where there is no entry; returns the value that is there, or ABSENT when this call stored. */
    Object putIfAbsent(Object key, Object value);

    /** Removes an entry; returns its value, or ABSENT. */
    Object remove(Object key);

    /** Removes the newest entry; null when there is none. */
    Object[] removeLast();

    /** From the oldest entry to the newest, or backwards. */
    Cursor cursor(boolean backwards);

    /** All entries, consistent. */
    Snapshot snapshot();
}
