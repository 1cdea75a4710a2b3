// SPDX-License-Identifier: Apache-2.0
package colors.roots;

/**
 * How rewritten code reaches the elements of a shared list or binary for which a Java array stands ({@link
 * Surrogates}). Elements are converted to the array's component type and checked. All methods are thread-safe; an
 * access of one element is one step. They throw ArrayIndexOutOfBoundsException, and SharedMemoryException (TYPE) for an
 * element that does not fit, which another language may have stored.
 */
public interface ArrayAccess extends Shared {

    /** The number of elements, now: another process may change it. */
    int length();

    /** The element of an array of bytes, shorts, chars, ints or longs. */
    long getInteger(int index);

    /** The element of an array of floats or doubles. */
    double getFloat(int index);

    /** The element of any array, in a box where its component type is primitive. */
    Object get(int index);

    void setInteger(int index, long value);

    void setFloat(int index, double value);

    /**
     * Throws ArrayStoreException for a value that the component type does not take, SharedMemoryException (ARGUMENT)
     * for a private object.
     */
    void set(int index, Object value);
}
