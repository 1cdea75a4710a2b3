// SPDX-License-Identifier: Apache-2.0
package colors;

/** A handle for a byte, short, char or int field; get and set check the range of the field's own type. */
public non-sealed interface IntField extends Field {
    /**
     * Reads the field; zero when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class, or the value is no {@code int}
     */
    int get(SharedObject object);

    /**
     * Writes the field; adds it when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class or its version does not take the value;
     *         nothing is stored then
     */
    void set(SharedObject object, int value);

    /**
     * Sets the field if it holds the value expected, in one step for all threads of all processes (docs/model.md,
     * model.atomic). Unlike {@link #set} it does not add a field.
     *
     * @return whether it was set
     * @throws SharedMemoryException as {@link #set} does; (ARGUMENT) when the object's version lacks the field
     */
    boolean compareAndSet(SharedObject object, int expected, int value);

    /** Sets the field and returns the value before, in one step. Throws as {@link #compareAndSet} does. */
    int getAndSet(SharedObject object, int value);

    /**
     * Adds to the field and returns the value before, in one step.
     *
     * @throws SharedMemoryException as {@link #compareAndSet} does; (TYPE) when the sum does not fit; nothing is stored
     *         then
     */
    int getAndAdd(SharedObject object, int delta);
}
