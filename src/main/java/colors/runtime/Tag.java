// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

/**
 * Tagged slot words (colors_layout.h, "tagged slots"): null, 63-bit integers, most floats, booleans and references. The
 * twin of tag.c; a test runs both.
 */
public final class Tag {
    public static final long NULL = 0;
    public static final long FALSE = 4;
    public static final long TRUE = 12;
    /** In arrays and tables only: what was removed. */
    public static final long VACANT = 8;
    private static final long REFERENCE_MASK = 15;
    private static final long FLOAT_MASK = 3;
    private static final long FLOAT = 2;
    private static final long FLOAT_ZERO = 0x8000000000000002L;

    private Tag() {
    }

    public static boolean isReference(long word) {
        return (word & REFERENCE_MASK) == 0 && word != NULL;
    }

    public static boolean isInteger(long word) {
        return (word & 1) != 0;
    }

    public static boolean isFloat(long word) {
        return (word & FLOAT_MASK) == FLOAT;
    }

    public static boolean isBoolean(long word) {
        return word == FALSE || word == TRUE;
    }

    /** Whether the integer fits in 63 bits; otherwise it is boxed. */
    public static boolean fitsInteger(long value) {
        return value << 1 >> 1 == value;
    }

    public static long ofInteger(long value) {
        return value << 1 | 1;
    }

    public static long toInteger(long word) {
        return word >> 1;
    }

    public static long ofBoolean(boolean value) {
        return value ? TRUE : FALSE;
    }

    /** Whether the float's exponent lets three of its bits be told from one: about 2^-255 to 2^256, and +0.0. */
    public static boolean fitsFloat(double value) {
        long bits = Double.doubleToRawLongBits(value);
        int top = (int) (bits >>> 60) & 7;
        return (top == 3 || top == 4) && bits != 0x3000000000000000L || bits == 0;
    }

    public static long ofFloat(double value) {
        long bits = Double.doubleToRawLongBits(value);
        return bits == 0 ? FLOAT_ZERO : Long.rotateLeft(bits, 3) & ~FLOAT_MASK | FLOAT;
    }

    public static double toFloat(long word) {
        if (word == FLOAT_ZERO) {
            return 0.0;
        }
        long topBit = word >>> 63; // of the exponent: 011 when set, 100 when clear
        return Double.longBitsToDouble(Long.rotateRight(2 - topBit | word & ~FLOAT_MASK, 3));
    }
}
