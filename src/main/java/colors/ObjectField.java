// SPDX-License-Identifier: Apache-2.0
package colors;

/** A handle for any field: values as Long, Double, Boolean, String, SharedObject or null. */
public sealed interface ObjectField extends Field permits ObjectHandle {
    /**
     * Reads the field; null when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class, or the value is no {@code Object}
     */
    Object get(SharedObject object);

    /**
     * Writes the field; adds it when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class or its version does not take the value, (ARGUMENT) for a private object;
     *         nothing is stored then
     */
    void set(SharedObject object, Object value);
}
