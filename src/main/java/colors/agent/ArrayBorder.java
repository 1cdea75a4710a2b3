// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.SharedBinary;
import colors.SharedList;
import colors.SharedMemory;
import colors.runtime.ArrayAccess;
import colors.runtime.Surrogates;
import java.lang.reflect.Array;

/**
 * What rewritten code calls where Java has instructions for arrays. A shared array is one without elements ({@link Surrogates}), so an
 * array with elements is accessed as ever, and an access of one without would fail anyhow.
 */
public final class ArrayBorder {
    private ArrayBorder() {
    }

    /** {@code array.length}, which is {@code length} for an ordinary one. */
    public static int length(int length, Object array) {
        return length != 0 ? length : lengthOfEmpty(array);
    }

    /** The same in one call. */
    public static int length(Object array) {
        return length(Array.getLength(array), array);
    }

    private static int lengthOfEmpty(Object array) {
        ArrayAccess shared = Surrogates.find(array);
        return shared == null ? 0 : shared.length();
    }

    /** Of an array without elements; the caller's own access of it fails as Java says when this is null. */
    private static ArrayAccess find(Object array) {
        return Surrogates.find(array);
    }

    // ---- loads --------------------------------------------------------------------------------------

    /** {@code array[index]} of references. */
    public static Object get(Object[] array, int index) {
        return array.length != 0 ? array[index] : getShared(array, index);
    }

    private static Object getShared(Object[] array, int index) {
        ArrayAccess shared = find(array);
        return shared == null ? array[index] : shared.get(index);
    }

    /** Of ints; the following of the other primitive types. */
    public static int get(int[] array, int index) {
        return array.length != 0 ? array[index] : getShared(array, index);
    }

    private static int getShared(int[] array, int index) {
        ArrayAccess shared = find(array);
        return shared == null ? array[index] : (int) shared.getInteger(index);
    }

    public static long get(long[] array, int index) {
        return array.length != 0 ? array[index] : getShared(array, index);
    }

    private static long getShared(long[] array, int index) {
        ArrayAccess shared = find(array);
        return shared == null ? array[index] : shared.getInteger(index);
    }

    public static double get(double[] array, int index) {
        return array.length != 0 ? array[index] : getShared(array, index);
    }

    private static double getShared(double[] array, int index) {
        ArrayAccess shared = find(array);
        return shared == null ? array[index] : shared.getFloat(index);
    }

    public static float get(float[] array, int index) {
        return array.length != 0 ? array[index] : getShared(array, index);
    }

    private static float getShared(float[] array, int index) {
        ArrayAccess shared = find(array);
        return shared == null ? array[index] : (float) shared.getFloat(index);
    }

    public static char get(char[] array, int index) {
        return array.length != 0 ? array[index] : getShared(array, index);
    }

    private static char getShared(char[] array, int index) {
        ArrayAccess shared = find(array);
        return shared == null ? array[index] : (char) shared.getInteger(index);
    }

    public static short get(short[] array, int index) {
        return array.length != 0 ? array[index] : getShared(array, index);
    }

    private static short getShared(short[] array, int index) {
        ArrayAccess shared = find(array);
        return shared == null ? array[index] : (short) shared.getInteger(index);
    }

    /** Of bytes and of booleans, for which there is one instruction. */
    public static int getByte(Object array, int index) {
        if (array instanceof byte[] bytes) {
            return bytes.length != 0 ? bytes[index] : getShared(bytes, index);
        }
        boolean[] booleans = (boolean[]) array;
        return (booleans.length != 0 ? booleans[index] : getShared(booleans, index)) ? 1 : 0;
    }

    private static byte getShared(byte[] array, int index) {
        ArrayAccess shared = find(array);
        return shared == null ? array[index] : (byte) shared.getInteger(index);
    }

    private static boolean getShared(boolean[] array, int index) {
        ArrayAccess shared = find(array);
        return shared == null ? array[index] : (boolean) shared.get(index);
    }

    // ---- stores -------------------------------------------------------------------------------------

    /** {@code array[index] = value} of references. */
    public static void set(Object[] array, int index, Object value) {
        ArrayAccess shared;
        if (array.length != 0 || (shared = find(array)) == null) {
            array[index] = value;
        } else {
            shared.set(index, value);
        }
    }

    /** Of ints; the following of the other primitive types. */
    public static void set(int[] array, int index, int value) {
        if (array.length != 0 || !setInteger(array, index, value)) {
            array[index] = value;
        }
    }

    public static void set(long[] array, int index, long value) {
        if (array.length != 0 || !setInteger(array, index, value)) {
            array[index] = value;
        }
    }

    public static void set(double[] array, int index, double value) {
        if (array.length != 0 || !setFloat(array, index, value)) {
            array[index] = value;
        }
    }

    public static void set(float[] array, int index, float value) {
        if (array.length != 0 || !setFloat(array, index, value)) {
            array[index] = value;
        }
    }

    public static void set(char[] array, int index, int value) {
        if (array.length != 0 || !setInteger(array, index, (char) value)) {
            array[index] = (char) value;
        }
    }

    public static void set(short[] array, int index, int value) {
        if (array.length != 0 || !setInteger(array, index, (short) value)) {
            array[index] = (short) value;
        }
    }

    /** Of bytes and of booleans. */
    public static void setByte(Object array, int index, int value) {
        if (array instanceof byte[] bytes) {
            if (bytes.length != 0 || !setInteger(bytes, index, (byte) value)) {
                bytes[index] = (byte) value;
            }
        } else {
            set((boolean[]) array, index, (value & 1) != 0);
        }
    }

    private static void set(boolean[] array, int index, boolean value) {
        ArrayAccess shared;
        if (array.length != 0 || (shared = find(array)) == null) {
            array[index] = value;
        } else {
            shared.set(index, value);
        }
    }

    /** False when the array is an ordinary one. */
    private static boolean setInteger(Object array, int index, long value) {
        ArrayAccess shared = find(array);
        if (shared != null) {
            shared.setInteger(index, value);
        }
        return shared != null;
    }

    private static boolean setFloat(Object array, int index, double value) {
        ArrayAccess shared = find(array);
        if (shared != null) {
            shared.setFloat(index, value);
        }
        return shared != null;
    }

    // ---- whole arrays -------------------------------------------------------------------------------

    /** The shared array for a copy of a private one: what {@code new} makes in shared mode. */
    public static Object share(Object array) {
        return array instanceof byte[] bytes ? SharedMemory.copyToSharedMemory(bytes).asArray() : SharedMemory.<Object>copyToSharedMemory(array);
    }

    /** A new array, which is a shared one in shared mode. */
    public static Object ofMode(Object array) {
        return Construction.isShared() ? share(array) : array;
    }

    /** {@code array.clone()} of a shared array: another one with the same elements. Null for a private one. */
    static Object cloneOf(Object array) {
        ArrayAccess shared = Surrogates.find(array);
        if (shared == null) {
            return null;
        }
        Object copy = Array.newInstance(array.getClass().getComponentType(), shared.length());
        for (int i = 0; i < Array.getLength(copy); i++) {
            Array.set(copy, i, shared.get(i));
        }
        return share(copy);
    }

    /** A cast to an array type: what is in shared memory comes as a container where nothing says that the program has it as an array. */
    public static Object cast(Object object, Class<?> type) {
        if (object instanceof SharedList list && type != byte[].class) {
            return list.asArray(type);
        }
        return object instanceof SharedBinary binary && type == byte[].class ? binary.asArray() : object;
    }

    // ---- other code ---------------------------------------------------------------------------------

    /** Before a call of code that is not rewritten: what it gets in place of a shared array, null for any other argument. */
    public static ArrayLoan lend(Object argument) {
        return ArrayLoan.of(argument);
    }

    /** The argument, or what is lent in its place. */
    public static Object argument(Object argument, ArrayLoan loan) {
        return loan == null ? argument : loan.copy();
    }

    /** After the call. */
    public static void giveBack(ArrayLoan loan) {
        if (loan != null) {
            loan.giveBack();
        }
    }

    /** What reflection gives to code that may not be rewritten: a private copy of a shared array, anything else as it is. */
    static Object copyOut(Object value) {
        return argument(value, lend(value));
    }
}
