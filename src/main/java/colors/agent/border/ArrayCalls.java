// SPDX-License-Identifier: Apache-2.0
package colors.agent.border;

import colors.heap.FlatArray;
import colors.roots.ArrayAccess;
import colors.roots.Surrogates;
import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * What rewritten code calls in place of methods of the JDK that copy and fill arrays: of shared ones that are flat the
 * memory itself.
 */
public final class ArrayCalls {
    private ArrayCalls() {}

    /** {@link System#arraycopy}. */
    public static void arraycopy(Object source, int from, Object target, int to, int count) {
        ArrayAccess read = Surrogates.findRecent(source);
        ArrayAccess written = Surrogates.findRecent(target);
        if (read == null && written == null) {
            System.arraycopy(source, from, target, to, count);
            return;
        }
        System.arraycopy(source, 0, target, 0, 0); // fails for null, and for types that do not go together
        check(source, read, from, target, written, to, count);
        if (isFlat(read) && isFlat(written)) {
            copy(source, (FlatArray) read, from, target, (FlatArray) written, to, count);
        } else {
            copyElements(source, read, from, target, written, to, count);
        }
    }

    /** A private array is, too: it has the type of the flat one. */
    private static boolean isFlat(ArrayAccess access) {
        return access == null || access instanceof FlatArray;
    }

    private static void copy(
            Object source, FlatArray read, int from, Object target, FlatArray written, int to, int count) {
        if (read == null) {
            written.copyFrom(to, source, from, count);
        } else if (written == null) {
            read.copyTo(from, target, to, count);
        } else {
            written.copyFrom(to, read, from, count);
        }
    }

    private static void copyElements(
            Object source, ArrayAccess read, int from, Object target, ArrayAccess written, int to, int count) {
        Object[] elements = new Object[count]; // for both may be one array
        for (int i = 0; i < count; i++) {
            elements[i] = read == null ? Array.get(source, from + i) : read.get(from + i);
        }
        for (int i = 0; i < count; i++) {
            if (written != null) {
                written.set(to + i, elements[i]);
            } else if (target instanceof Object[] references) {
                references[to + i] = elements[i];
            } else {
                Array.set(target, to + i, elements[i]);
            }
        }
    }

    /** As the JVM does, with its messages. */
    private static void check(
            Object source, ArrayAccess read, int from, Object target, ArrayAccess written, int to, int count) {
        String fault = null;
        if (from < 0) {
            fault = "source index " + from + " out of bounds for " + text(source, read);
        } else if (to < 0) {
            fault = "destination index " + to + " out of bounds for " + text(target, written);
        } else if (count < 0) {
            fault = "length " + count + " is negative";
        } else if ((long) from + count > length(source, read)) {
            fault = "last source index " + (from + (long) count) + " out of bounds for " + text(source, read);
        } else if ((long) to + count > length(target, written)) {
            fault = "last destination index " + (to + (long) count) + " out of bounds for " + text(target, written);
        }
        if (fault != null) {
            throw new ArrayIndexOutOfBoundsException("arraycopy: " + fault);
        }
    }

    private static int length(Object array, ArrayAccess shared) {
        return shared == null ? Array.getLength(array) : shared.length();
    }

    private static String text(Object array, ArrayAccess shared) {
        return (array instanceof Object[] ? "object array" : array.getClass().getComponentType()) + "["
                + length(array, shared) + "]";
    }

    // ---- java.util.Arrays ---------------------------------------------------------------------------

    /** As {@link Arrays} does before it fills a part. */
    private static void checkRange(int length, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        }
        if (from < 0 || to > length) {
            throw new ArrayIndexOutOfBoundsException("Array index out of range: " + (from < 0 ? from : to));
        }
    }

    /** {@link Arrays#fill}; the following of the other types. */
    public static void fill(int[] array, int value) {
        ArrayAccess shared = ArrayBorder.access(array);
        if (shared == null) {
            Arrays.fill(array, value);
        } else {
            fill(array, 0, shared.length(), value, shared);
        }
    }

    public static void fill(int[] array, int from, int to, int value) {
        ArrayAccess shared = ArrayBorder.access(array);
        if (shared == null) {
            Arrays.fill(array, from, to, value);
        } else {
            fill(array, from, to, value, shared);
        }
    }

    private static void fill(int[] array, int from, int to, int value, ArrayAccess shared) {
        checkRange(shared.length(), from, to);
        for (int i = from; i < to; i++) {
            ArrayBorder.set(array, i, value, shared);
        }
    }

    public static void fill(long[] array, long value) {
        ArrayAccess shared = ArrayBorder.access(array);
        if (shared == null) {
            Arrays.fill(array, value);
        } else {
            fill(array, 0, shared.length(), value, shared);
        }
    }

    public static void fill(long[] array, int from, int to, long value) {
        ArrayAccess shared = ArrayBorder.access(array);
        if (shared == null) {
            Arrays.fill(array, from, to, value);
        } else {
            fill(array, from, to, value, shared);
        }
    }

    private static void fill(long[] array, int from, int to, long value, ArrayAccess shared) {
        checkRange(shared.length(), from, to);
        for (int i = from; i < to; i++) {
            ArrayBorder.set(array, i, value, shared);
        }
    }

    public static void fill(short[] array, short value) {
        ArrayAccess shared = ArrayBorder.access(array);
        if (shared == null) {
            Arrays.fill(array, value);
        } else {
            fill(array, 0, shared.length(), value, shared);
        }
    }

    public static void fill(short[] array, int from, int to, short value) {
        ArrayAccess shared = ArrayBorder.access(array);
        if (shared == null) {
            Arrays.fill(array, from, to, value);
        } else {
            fill(array, from, to, value, shared);
        }
    }

    private static void fill(short[] array, int from, int to, short value, ArrayAccess shared) {
        checkRange(shared.length(), from, to);
        for (int i = from; i < to; i++) {
            ArrayBorder.set(array, i, value, shared);
        }
    }

    public static void fill(char[] array, char value) {
        ArrayAccess shared = ArrayBorder.access(array);
        if (shared == null) {
            Arrays.fill(array, value);
        } else {
            fill(array, 0, shared.length(), value, shared);
        }
    }

    public static void fill(char[] array, int from, int to, char value) {
        ArrayAccess shared = ArrayBorder.access(array);
        if (shared == null) {
            Arrays.fill(array, from, to, value);
        } else {
            fill(array, from, to, value, shared);
        }
    }

    private static void fill(char[] array, int from, int to, char value, ArrayAccess shared) {
        checkRange(shared.length(), from, to);
        for (int i = from; i < to; i++) {
            ArrayBorder.set(array, i, value, shared);
        }
    }

    public static void fill(byte[] array, byte value) {
        ArrayAccess shared = ArrayBorder.access(array);
        if (shared == null) {
            Arrays.fill(array, value);
        } else {
            fill(array, 0, shared.length(), value, shared);
        }
    }

    public static void fill(byte[] array, int from, int to, byte value) {
        ArrayAccess shared = ArrayBorder.access(array);
        if (shared == null) {
            Arrays.fill(array, from, to, value);
        } else {
            fill(array, from, to, value, shared);
        }
    }

    private static void fill(byte[] array, int from, int to, byte value, ArrayAccess shared) {
        checkRange(shared.length(), from, to);
        for (int i = from; i < to; i++) {
            ArrayBorder.set(array, i, value, shared);
        }
    }

    public static void fill(boolean[] array, boolean value) {
        ArrayAccess shared = ArrayBorder.access(array);
        if (shared == null) {
            Arrays.fill(array, value);
        } else {
            fill(array, 0, shared.length(), value, shared);
        }
    }

    public static void fill(boolean[] array, int from, int to, boolean value) {
        ArrayAccess shared = ArrayBorder.access(array);
        if (shared == null) {
            Arrays.fill(array, from, to, value);
        } else {
            fill(array, from, to, value, shared);
        }
    }

    private static void fill(boolean[] array, int from, int to, boolean value, ArrayAccess shared) {
        checkRange(shared.length(), from, to);
        for (int i = from; i < to; i++) {
            ArrayBorder.set(array, i, value, shared);
        }
    }

    public static void fill(float[] array, float value) {
        ArrayAccess shared = ArrayBorder.access(array);
        if (shared == null) {
            Arrays.fill(array, value);
        } else {
            fill(array, 0, shared.length(), value, shared);
        }
    }

    public static void fill(float[] array, int from, int to, float value) {
        ArrayAccess shared = ArrayBorder.access(array);
        if (shared == null) {
            Arrays.fill(array, from, to, value);
        } else {
            fill(array, from, to, value, shared);
        }
    }

    private static void fill(float[] array, int from, int to, float value, ArrayAccess shared) {
        checkRange(shared.length(), from, to);
        for (int i = from; i < to; i++) {
            ArrayBorder.set(array, i, value, shared);
        }
    }

    public static void fill(double[] array, double value) {
        ArrayAccess shared = ArrayBorder.access(array);
        if (shared == null) {
            Arrays.fill(array, value);
        } else {
            fill(array, 0, shared.length(), value, shared);
        }
    }

    public static void fill(double[] array, int from, int to, double value) {
        ArrayAccess shared = ArrayBorder.access(array);
        if (shared == null) {
            Arrays.fill(array, from, to, value);
        } else {
            fill(array, from, to, value, shared);
        }
    }

    private static void fill(double[] array, int from, int to, double value, ArrayAccess shared) {
        checkRange(shared.length(), from, to);
        for (int i = from; i < to; i++) {
            ArrayBorder.set(array, i, value, shared);
        }
    }
}
