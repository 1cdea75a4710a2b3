// SPDX-License-Identifier: Apache-2.0
package colors.agent.border;

import colors.SharedMemory;
import colors.heap.FlatArray;
import colors.roots.ArrayAccess;
import colors.roots.Surrogates;
import colors.wrappers.ArrayWrapper;
import colors.wrappers.BinaryWrapper;
import colors.wrappers.ListWrapper;
import java.lang.reflect.Array;

/**
 * What rewritten code calls where Java has instructions for arrays. A shared array is one without elements ({@link
 * Surrogates}), so an array with elements is accessed as ever, and an access of one without would fail anyhow.
 */
public final class ArrayBorder {
    private ArrayBorder() {}

    // ---- what an array stands for -------------------------------------------------------------------

    /** What an array stands for; null for an ordinary one, and for null. Any object; the following of arrays. */
    public static ArrayAccess access(Object object) {
        return Surrogates.findRecent(object);
    }

    public static ArrayAccess access(Object[] array) {
        return array == null || array.length != 0 ? null : Surrogates.findRecent(array);
    }

    public static ArrayAccess access(int[] array) {
        return array == null || array.length != 0 ? null : Surrogates.findRecent(array);
    }

    public static ArrayAccess access(long[] array) {
        return array == null || array.length != 0 ? null : Surrogates.findRecent(array);
    }

    public static ArrayAccess access(short[] array) {
        return array == null || array.length != 0 ? null : Surrogates.findRecent(array);
    }

    public static ArrayAccess access(char[] array) {
        return array == null || array.length != 0 ? null : Surrogates.findRecent(array);
    }

    public static ArrayAccess access(byte[] array) {
        return array == null || array.length != 0 ? null : Surrogates.findRecent(array);
    }

    public static ArrayAccess access(boolean[] array) {
        return array == null || array.length != 0 ? null : Surrogates.findRecent(array);
    }

    public static ArrayAccess access(float[] array) {
        return array == null || array.length != 0 ? null : Surrogates.findRecent(array);
    }

    public static ArrayAccess access(double[] array) {
        return array == null || array.length != 0 ? null : Surrogates.findRecent(array);
    }

    // ---- lengths ------------------------------------------------------------------------------------

    /** {@code array.length}, which is {@code length} for an ordinary one. */
    public static int length(int length, Object array) {
        return length != 0 ? length : lengthOfEmpty(array);
    }

    private static int lengthOfEmpty(Object array) {
        return length(0, Surrogates.findRecent(array));
    }

    /** The same, of an array that stands for something, or for nothing: null. */
    public static int length(int length, ArrayAccess shared) {
        return shared == null ? length : shared.length();
    }

    /** The same in one call. */
    public static int length(Object array) {
        return length(Array.getLength(array), array);
    }

    // ---- loads --------------------------------------------------------------------------------------

    /** {@code array[index]} of references. */
    public static Object get(Object[] array, int index) {
        return array.length != 0 ? array[index] : get(array, index, Surrogates.findRecent(array));
    }

    /** The same of an array that stands for something, or for nothing: null. */
    public static Object get(Object[] array, int index, ArrayAccess shared) {
        return shared == null ? array[index] : shared.get(index);
    }

    /** Of ints; the following of the other primitive types. */
    public static int get(int[] array, int index) {
        return array.length != 0 ? array[index] : get(array, index, Surrogates.findRecent(array));
    }

    public static int get(int[] array, int index, ArrayAccess shared) {
        return shared == null
                ? array[index]
                : shared instanceof FlatArray flat ? flat.getInt(index) : (int) shared.getInteger(index);
    }

    public static long get(long[] array, int index) {
        return array.length != 0 ? array[index] : get(array, index, Surrogates.findRecent(array));
    }

    public static long get(long[] array, int index, ArrayAccess shared) {
        return shared == null
                ? array[index]
                : shared instanceof FlatArray flat ? flat.getLong(index) : shared.getInteger(index);
    }

    public static short get(short[] array, int index) {
        return array.length != 0 ? array[index] : get(array, index, Surrogates.findRecent(array));
    }

    public static short get(short[] array, int index, ArrayAccess shared) {
        return shared == null
                ? array[index]
                : shared instanceof FlatArray flat ? flat.getShort(index) : (short) shared.getInteger(index);
    }

    public static char get(char[] array, int index) {
        return array.length != 0 ? array[index] : get(array, index, Surrogates.findRecent(array));
    }

    public static char get(char[] array, int index, ArrayAccess shared) {
        return shared == null
                ? array[index]
                : shared instanceof FlatArray flat ? flat.getChar(index) : (char) shared.getInteger(index);
    }

    public static byte get(byte[] array, int index) {
        return array.length != 0 ? array[index] : get(array, index, Surrogates.findRecent(array));
    }

    public static byte get(byte[] array, int index, ArrayAccess shared) {
        return shared == null
                ? array[index]
                : shared instanceof FlatArray flat ? flat.getByte(index) : (byte) shared.getInteger(index);
    }

    public static boolean get(boolean[] array, int index) {
        return array.length != 0 ? array[index] : get(array, index, Surrogates.findRecent(array));
    }

    public static boolean get(boolean[] array, int index, ArrayAccess shared) {
        return shared == null
                ? array[index]
                : shared instanceof FlatArray flat ? flat.getBoolean(index) : (boolean) shared.get(index);
    }

    public static float get(float[] array, int index) {
        return array.length != 0 ? array[index] : get(array, index, Surrogates.findRecent(array));
    }

    public static float get(float[] array, int index, ArrayAccess shared) {
        return shared == null
                ? array[index]
                : shared instanceof FlatArray flat ? flat.getFloat32(index) : (float) shared.getFloat(index);
    }

    public static double get(double[] array, int index) {
        return array.length != 0 ? array[index] : get(array, index, Surrogates.findRecent(array));
    }

    public static double get(double[] array, int index, ArrayAccess shared) {
        return shared == null
                ? array[index]
                : shared instanceof FlatArray flat ? flat.getDouble(index) : shared.getFloat(index);
    }

    /** Of bytes or booleans, for which there is one instruction. */
    public static int getByte(Object array, int index) {
        return array instanceof byte[] bytes ? get(bytes, index) : get((boolean[]) array, index) ? 1 : 0;
    }

    public static int getByte(Object array, int index, ArrayAccess shared) {
        return array instanceof byte[] bytes
                ? get(bytes, index, shared)
                : get((boolean[]) array, index, shared) ? 1 : 0;
    }

    // ---- stores -------------------------------------------------------------------------------------

    /** {@code array[index] = value} of references. */
    public static void set(Object[] array, int index, Object value) {
        if (array.length != 0) {
            array[index] = value;
        } else {
            set(array, index, value, Surrogates.findRecent(array));
        }
    }

    /** The same of an array that stands for something, or for nothing: null. */
    public static void set(Object[] array, int index, Object value, ArrayAccess shared) {
        if (shared == null) {
            array[index] = value;
        } else {
            shared.set(index, value);
        }
    }

    /** Of ints; the following of the other primitive types. The JVM gives narrow ones as ints. */
    public static void set(int[] array, int index, int value) {
        if (array.length != 0) {
            array[index] = value;
        } else {
            set(array, index, value, Surrogates.findRecent(array));
        }
    }

    public static void set(int[] array, int index, int value, ArrayAccess shared) {
        if (shared == null) {
            array[index] = value;
        } else if (shared instanceof FlatArray flat) {
            flat.setInt(index, value);
        } else {
            shared.setInteger(index, value);
        }
    }

    public static void set(long[] array, int index, long value) {
        if (array.length != 0) {
            array[index] = value;
        } else {
            set(array, index, value, Surrogates.findRecent(array));
        }
    }

    public static void set(long[] array, int index, long value, ArrayAccess shared) {
        if (shared == null) {
            array[index] = value;
        } else if (shared instanceof FlatArray flat) {
            flat.setLong(index, value);
        } else {
            shared.setInteger(index, value);
        }
    }

    public static void set(short[] array, int index, int value) {
        if (array.length != 0) {
            array[index] = (short) value;
        } else {
            set(array, index, value, Surrogates.findRecent(array));
        }
    }

    public static void set(short[] array, int index, int value, ArrayAccess shared) {
        if (shared == null) {
            array[index] = (short) value;
        } else if (shared instanceof FlatArray flat) {
            flat.setShort(index, (short) value);
        } else {
            shared.setInteger(index, (short) value);
        }
    }

    public static void set(char[] array, int index, int value) {
        if (array.length != 0) {
            array[index] = (char) value;
        } else {
            set(array, index, value, Surrogates.findRecent(array));
        }
    }

    public static void set(char[] array, int index, int value, ArrayAccess shared) {
        if (shared == null) {
            array[index] = (char) value;
        } else if (shared instanceof FlatArray flat) {
            flat.setChar(index, (char) value);
        } else {
            shared.setInteger(index, (char) value);
        }
    }

    public static void set(byte[] array, int index, int value) {
        if (array.length != 0) {
            array[index] = (byte) value;
        } else {
            set(array, index, value, Surrogates.findRecent(array));
        }
    }

    public static void set(byte[] array, int index, int value, ArrayAccess shared) {
        if (shared == null) {
            array[index] = (byte) value;
        } else if (shared instanceof FlatArray flat) {
            flat.setByte(index, (byte) value);
        } else {
            shared.setInteger(index, (byte) value);
        }
    }

    public static void set(boolean[] array, int index, boolean value) {
        if (array.length != 0) {
            array[index] = value;
        } else {
            set(array, index, value, Surrogates.findRecent(array));
        }
    }

    public static void set(boolean[] array, int index, boolean value, ArrayAccess shared) {
        if (shared == null) {
            array[index] = value;
        } else if (shared instanceof FlatArray flat) {
            flat.setBoolean(index, value);
        } else {
            shared.set(index, value);
        }
    }

    public static void set(float[] array, int index, float value) {
        if (array.length != 0) {
            array[index] = value;
        } else {
            set(array, index, value, Surrogates.findRecent(array));
        }
    }

    public static void set(float[] array, int index, float value, ArrayAccess shared) {
        if (shared == null) {
            array[index] = value;
        } else if (shared instanceof FlatArray flat) {
            flat.setFloat32(index, value);
        } else {
            shared.setFloat(index, value);
        }
    }

    public static void set(double[] array, int index, double value) {
        if (array.length != 0) {
            array[index] = value;
        } else {
            set(array, index, value, Surrogates.findRecent(array));
        }
    }

    public static void set(double[] array, int index, double value, ArrayAccess shared) {
        if (shared == null) {
            array[index] = value;
        } else if (shared instanceof FlatArray flat) {
            flat.setDouble(index, value);
        } else {
            shared.setFloat(index, value);
        }
    }

    /** Of bytes or booleans. */
    public static void setByte(Object array, int index, int value) {
        if (array instanceof byte[] bytes) {
            set(bytes, index, value);
        } else {
            set((boolean[]) array, index, (value & 1) != 0);
        }
    }

    public static void setByte(Object array, int index, int value, ArrayAccess shared) {
        if (array instanceof byte[] bytes) {
            set(bytes, index, value, shared);
        } else {
            set((boolean[]) array, index, (value & 1) != 0, shared);
        }
    }

    // ---- whole arrays -------------------------------------------------------------------------------

    /** The shared array for a copy of a private one: what {@code new} makes in shared mode. */
    public static Object share(Object array) {
        return array instanceof byte[] bytes
                ? SharedMemory.copyIn(bytes).asArray()
                : SharedMemory.<Object>copyIn(array);
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
        if (shared instanceof FlatArray flat) {
            return share(ArrayLoan.privateCopy(array, flat));
        }
        Object copy = Array.newInstance(array.getClass().getComponentType(), shared.length());
        for (int i = 0; i < Array.getLength(copy); i++) {
            Array.set(copy, i, shared.get(i));
        }
        return share(copy);
    }

    /**
     * A cast to an array type: what is in shared memory comes as a container where nothing says that the program has it
     * as an array.
     */
    public static Object cast(Object object, Class<?> type) {
        if (object instanceof ListWrapper list
                && (type != byte[].class
                        || list instanceof ArrayWrapper array && array.componentType() == byte.class)) {
            return list.asArray(type);
        }
        return object instanceof BinaryWrapper binary && type == byte[].class ? binary.asArray() : object;
    }

    // ---- other code ---------------------------------------------------------------------------------

    /**
     * Before a call of code that is not rewritten: what it gets in place of a shared array, null for any other
     * argument.
     */
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

    /**
     * What code gets that may not be rewritten, and changes nothing: a private copy of a shared array, anything else as
     * it is.
     */
    public static Object copyOut(Object value) {
        return ArrayLoan.copyOf(value);
    }
}
