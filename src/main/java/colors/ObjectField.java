// SPDX-License-Identifier: Apache-2.0
package colors;

/**
 * A handle for any field. Values are of the field's own Java type where that is a primitive type or its box (checked,
 * as a narrower handle's are), a String, a value class (docs/values.md) or an enum. Objects are SharedObjects. In
 * fields of wider types integers are Longs and floats Doubles.
 */
public sealed interface ObjectField extends Field permits ObjectHandle {
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
}
