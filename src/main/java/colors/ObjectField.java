// SPDX-License-Identifier: Apache-2.0
package colors;

/**
 * A handle for any field. Values are of the field's own Java type where that is a primitive type or its box (checked,
 * as a narrower handle's are), a String, a value class (docs/values.md) or an enum. Objects are SharedObjects. In
 * fields of wider types integers are Longs and floats Doubles.
 */
public non-sealed interface ObjectField extends Field {
    /**
     * Reads the field; null when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class, or the value does not fit the field's
     *         Java type
     */
    Object get(SharedObject object);

    /**
     * Writes the field; adds it when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class or its version, or the field's Java
     *         type, does not take the value, (ARGUMENT) for a private object; nothing is stored then
     */
    void set(SharedObject object, Object value);

    /**
     * Sets the field if it holds the value expected, in one step for all threads of all processes (docs/model.md,
     * model.atomic); compared as {@link SharedObject#compareAndSet} does. Unlike {@link #set} it does not add a field.
     *
     * @return whether it was set
     * @throws SharedMemoryException as {@link #set} does; (ARGUMENT) when the object's version lacks the field
     */
    boolean compareAndSet(SharedObject object, Object expected, Object value);

    /** Sets the field and returns the value before, in one step. Throws as {@link #compareAndSet} does. */
    Object getAndSet(SharedObject object, Object value);

    /**
     * Adds to the field and returns the value before, in one step.
     *
     * @throws SharedMemoryException as {@link #compareAndSet} does; (TYPE) when it holds no number, or the sum does not fit; nothing is stored
     *         then
     */
    Number getAndAdd(SharedObject object, Number delta);
}
