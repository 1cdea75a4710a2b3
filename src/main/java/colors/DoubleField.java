// SPDX-License-Identifier: Apache-2.0
package colors;

/** A handle for a float or double field; values of a float field are rounded to it and checked for overflow. */
public sealed interface DoubleField extends Field permits DoubleHandle {
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
}
