// SPDX-License-Identifier: Apache-2.0
package colors;

/** A handle for a boolean field. */
public sealed interface BooleanField extends Field permits BooleanHandle {
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
}
