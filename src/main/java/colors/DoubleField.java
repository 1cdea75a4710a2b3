// SPDX-License-Identifier: Apache-2.0
package colors;

/** A handle for a float or double field; values of a float field are rounded to it and checked for overflow. */
public non-sealed interface DoubleField extends Field {
    /**
     * Reads the field; zero when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class, or the value is no {@code double}
     */
    double get(SharedObject object);

    /**
     * Writes the field; adds it when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class or its version does not take the value;
     *         nothing is stored then
     */
    void set(SharedObject object, double value);

    /**
     * Sets the field if it holds the value expected, in one step for all threads of all processes (docs/model.md,
     * model.atomic). NaN is equal to NaN, and 0.0 to -0.0. Unlike {@link #set} it does not add a field.
     *
     * @return whether it was set
     * @throws SharedMemoryException as {@link #set} does; (ARGUMENT) when the object's version lacks the field
     */
    boolean compareAndSet(SharedObject object, double expected, double value);

    /** Sets the field and returns the value before, in one step. Throws as {@link #compareAndSet} does. */
    double getAndSet(SharedObject object, double value);

    /**
     * Adds to the field and returns the value before, in one step.
     *
     * @throws SharedMemoryException as {@link #compareAndSet} does; (TYPE) when the sum does not fit; nothing is stored
     *         then
     */
    double getAndAdd(SharedObject object, double delta);
}
