// SPDX-License-Identifier: Apache-2.0
package colors;

/** A handle for a byte, short, char or int field; get and set check the range of the field's own type. */
public sealed interface IntField extends Field permits IntHandle {
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
}
