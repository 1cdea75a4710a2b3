// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Private arrays of primitive types as bytes, and back. */
public final class PrimitiveArrays {
    private PrimitiveArrays() {}

    /** The elements as memory has them; of booleans a copy. */
    public static MemorySegment bytes(Object array) {
        return switch (array) {
            case byte[] bytes -> MemorySegment.ofArray(bytes);
            case short[] shorts -> MemorySegment.ofArray(shorts);
            case char[] chars -> MemorySegment.ofArray(chars);
            case int[] ints -> MemorySegment.ofArray(ints);
            case long[] longs -> MemorySegment.ofArray(longs);
            case float[] floats -> MemorySegment.ofArray(floats);
            case double[] doubles -> MemorySegment.ofArray(doubles);
            case boolean[] booleans -> {
                byte[] bytes = new byte[booleans.length];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) (booleans[i] ? 1 : 0);
                }
                yield MemorySegment.ofArray(bytes);
            }
            default ->
                throw new IllegalArgumentException(array.getClass().getTypeName() + " is no array of a primitive type");
        };
    }

    /** A new array of that type. */
    public static Object of(MemorySegment bytes, Class<?> component) {
        return switch (component.getName()) {
            case "byte" -> bytes.toArray(ValueLayout.JAVA_BYTE);
            case "short" -> bytes.toArray(ValueLayout.JAVA_SHORT);
            case "char" -> bytes.toArray(ValueLayout.JAVA_CHAR);
            case "int" -> bytes.toArray(ValueLayout.JAVA_INT);
            case "long" -> bytes.toArray(ValueLayout.JAVA_LONG);
            case "float" -> bytes.toArray(ValueLayout.JAVA_FLOAT);
            case "double" -> bytes.toArray(ValueLayout.JAVA_DOUBLE);
            default -> {
                boolean[] booleans = new boolean[(int) bytes.byteSize()];
                for (int i = 0; i < booleans.length; i++) {
                    booleans[i] = bytes.get(ValueLayout.JAVA_BYTE, i) != 0;
                }
                yield booleans;
            }
        };
    }

    /** In the order of {@link Arrays#sort}. Not of booleans, which have none. */
    public static void sort(Object array) {
        switch (array) {
            case byte[] bytes -> Arrays.sort(bytes);
            case short[] shorts -> Arrays.sort(shorts);
            case char[] chars -> Arrays.sort(chars);
            case int[] ints -> Arrays.sort(ints);
            case long[] longs -> Arrays.sort(longs);
            case float[] floats -> Arrays.sort(floats);
            case double[] doubles -> Arrays.sort(doubles);
            default -> throw new IllegalArgumentException(array.getClass().getTypeName() + " has no order");
        }
    }
}
