// SPDX-License-Identifier: Apache-2.0
package colors;

/**
 * A handle for a String field. {@link #get} gives a private copy, which may be one that was made before. The other
 * methods ask the text where it is, and copy nothing; they do what String's methods of these names do, throw a {@code
 * NullPointerException} where the field is null, and SharedMemoryException (TYPE) as get does.
 */
public non-sealed interface StringField extends Field {
    /**
     * Reads the field; null when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class, or the value is no {@code String}
     */
    String get(SharedObject object);

    /**
     * Writes the field; adds it when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class or its version does not take the value,
     *         (MEMORY) when the heap is full; nothing is stored then
     */
    void set(SharedObject object, String value);

    /** The length of the text. */
    int length(SharedObject object);

    /** The text's hash code. */
    int hash(SharedObject object);

    /** One character of the text. */
    char charAt(SharedObject object, int index);

    /** Whether the text is equal to another one; null is equal to null. */
    boolean isEqual(SharedObject object, String other);

    /** Whether the text of one object is equal to that of another one; null is equal to null. */
    boolean areEqual(SharedObject object, SharedObject other);

    /** As {@code compareTo} of the text. */
    int compare(SharedObject object, String other);

    /** As {@code compareTo} of the texts of two objects. */
    int compare(SharedObject object, SharedObject other);

    /** Whether the text begins so. */
    boolean startsWith(SharedObject object, String prefix);

    /** Whether the text ends so. */
    boolean endsWith(SharedObject object, String suffix);

    /** Where a part stands in the text first, or -1. */
    int indexOf(SharedObject object, String part);

    /**
     * Sets the field if it holds the value expected, in one step for all threads of all processes (docs/model.md,
     * model.atomic), by the text. Unlike {@link #set} it does not add a field.
     *
     * @return whether it was set
     * @throws SharedMemoryException as {@link #set} does; (ARGUMENT) when the object's version lacks the field
     */
    boolean compareAndSet(SharedObject object, String expected, String value);

    /** Sets the field and returns the value before, in one step. Throws as {@link #compareAndSet} does. */
    String getAndSet(SharedObject object, String value);
}
