// SPDX-License-Identifier: Apache-2.0
package colors;

/** A handle for a field that holds shared objects. */
public sealed interface ReferenceField extends Field permits ReferenceHandle {
    /**
     * Reads the field; null when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class, or the value is no {@code SharedObject}
     */
    SharedObject get(SharedObject object);

    /**
     * Writes the field; adds it when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class or its version does not take the value;
     *         nothing is stored then
     */
    void set(SharedObject object, SharedObject value);
}
