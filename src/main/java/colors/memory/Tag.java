// SPDX-License-Identifier: Apache-2.0
package colors.memory;

/**
 * Tagged slot words (colors_layout.h, "tagged slots"): null, 63-bit integers, most floats, booleans, short strings and
 * references. The twin of tag.c; a test runs both.
 */
public final class Tag {
    public static final long NULL = 0;
    public static final long FALSE = 4;
    public static final long TRUE = 12;
    /** In arrays and tables only: what was removed. */
    public static final long VACANT = 8;
    /** The bits that a reference has not, and all other words but null have one of. */
    public static final long REFERENCE_MASK = 15;

    private static final long FLOAT_MASK = 3;
    private static final long FLOAT = 2;
    private static final long FLOAT_ZERO = 0x8000000000000002L;
    private static final long STRING = 0x88;
    private static final long STRING_MASK = 0x8f;
    private static final int STRING_SHIFT = 4; // of the length
    private static final int STRING_MOST = 7;

    private Tag() {}

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

    public static boolean isString(long word) {
        return (word & STRING_MASK) == STRING;
    }

    /**
     * The word of a string of up to 7 Latin-1 characters; {@link #VACANT} for another one, which is an object. Equal
     * strings have equal words.
     */
    public static long ofString(String text) {
        int length = text.length();
        if (length > STRING_MOST) {
            return VACANT;
        }
        long word = 0;
        int bits = 0;
        for (int i = length - 1; i >= 0; i--) {
            char c = text.charAt(i);
            bits |= c;
            word = word << Byte.SIZE | c;
        }
        return bits > 0xff ? VACANT : word << Byte.SIZE | (long) length << STRING_SHIFT | STRING;
    }

    public static int length(long word) {
        return (int) (word >>> STRING_SHIFT) & STRING_MOST;
    }

    /** A character of such a word; the index is one of its. */
    public static char charAt(long word, int index) {
        return (char) (word >>> Byte.SIZE * (index + 1) & 0xff);
    }

    /** That of the string of such a word. */
    public static int hash(long word) {
        int hash = 0;
        long rest = word >>> Byte.SIZE;
        for (int i = length(word); i > 0; i--) {
            hash = 31 * hash + (int) (rest & 0xff);
            rest >>>= Byte.SIZE;
        }
        return hash;
    }

    /** Whether such a word is this string's. From the end, where strings of one kind differ most. */
    public static boolean isEqual(long word, String text) {
        int i = text.length();
        if (i != length(word)) {
            return false;
        }
        while (i > 0 && text.charAt(i - 1) == charAt(word, i - 1)) {
            i--;
        }
        return i == 0;
    }

    /** The string of such a word as Latin-1. */
    public static byte[] toLatin1(long word) {
        var bytes = new byte[length(word)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (word >>> Byte.SIZE * (i + 1));
        }
        return bytes;
    }
}
