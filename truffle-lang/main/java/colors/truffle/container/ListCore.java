// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

/** A shared list. A negative index counts from the end, as the list is at that instant. */
public interface ListCore extends ContainerCore {
    /** A version that every list has. */
    long ANY_VERSION = -1;

    /** The elements at one instant, and the version that the list had then; each change gives it another one. */
    record Snapshot(Object[] values, long version) {
    }

    /** The version that the list has now. */
    long version();

    /** An element, or ABSENT. */
    Object get(int index);

    /** Stores an element; returns the old one, or ABSENT when there is none, and then nothing happened. */
    Object set(int index, Object value);

    /** Makes room for an element before another one. An index beyond an end means that end. */
    void insert(int index, Object value);

    /** Removes an element; returns it, or ABSENT. */
    Object remove(int index);

    /** All elements, consistent. */
    Snapshot snapshot();

    /**
     * Puts values in the place of the elements from {@code from}, inclusive, to {@code to}, exclusive; both are cut to the size.
     * False, and nothing happened, when the list has another version than expected.
     */
    boolean replace(long version, int from, int to, Object[] values);
}
