// SPDX-License-Identifier: Apache-2.0
package colors.agent.border;

import java.util.Arrays;

/** Parts of two private arrays of the same primitive type. */
final class ArrayRange {
    private ArrayRange() {}

    /** How many elements from an index on are the same bits; -1: all up to another index. Not of booleans. */
    static int mismatch(Object a, Object b, int from, int to) {
        return switch (a) {
            case byte[] bytes -> Arrays.mismatch(bytes, from, to, (byte[]) b, from, to);
            case short[] shorts -> Arrays.mismatch(shorts, from, to, (short[]) b, from, to);
            case char[] chars -> Arrays.mismatch(chars, from, to, (char[]) b, from, to);
            case int[] ints -> Arrays.mismatch(ints, from, to, (int[]) b, from, to);
            case long[] longs -> Arrays.mismatch(longs, from, to, (long[]) b, from, to);
            case float[] floats -> Arrays.mismatch(floats, from, to, (float[]) b, from, to);
            case double[] doubles -> Arrays.mismatch(doubles, from, to, (double[]) b, from, to);
            default -> throw new IllegalArgumentException(a.getClass().getTypeName());
        };
    }
}
