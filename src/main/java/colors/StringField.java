// SPDX-License-Identifier: Apache-2.0
package colors;

/** A handle for a String field. Each read makes a fresh private copy. */
public sealed interface StringField extends Field permits StringHandle {
    /**
     * Reads the field; null when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class, or the value is no {@code String}
     */
    String get(SharedObject object);

    /**
     * Writes the field; adds it when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class or its version does not take the value, (MEMORY) when the heap is full;
     *         nothing is stored then
     */
    void set(SharedObject object, String value);
}
