// SPDX-License-Identifier: Apache-2.0
package colors;

/** A handle for a boolean field. */
public non-sealed interface BooleanField extends Field {
    /**
     * Reads the field; false when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class, or the value is no {@code boolean}
     */
    boolean get(SharedObject object);

    /**
     * Writes the field; adds it when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class or its version does not take the value;
     *         nothing is stored then
     */
    void set(SharedObject object, boolean value);

    /**
     * Sets the field if it holds the value expected, in one step for all threads of all processes (docs/model.md,
     * model.atomic). Unlike {@link #set} it does not add a field.
     *
     * @return whether it was set
     * @throws SharedMemoryException as {@link #set} does; (ARGUMENT) when the object's version lacks the field
     */
    boolean compareAndSet(SharedObject object, boolean expected, boolean value);

    /** Sets the field and returns the value before, in one step. Throws as {@link #compareAndSet} does. */
    boolean getAndSet(SharedObject object, boolean value);
}
