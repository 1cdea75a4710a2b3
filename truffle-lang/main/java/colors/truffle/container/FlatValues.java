// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.NumberOverflowException;
import colors.TypeConflictException;
import colors.heap.Flats;
import colors.memory.Layout;
import colors.truffle.border.GuestValues;
import colors.truffle.container.core.FlatCore;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.NumberRule;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Guest values on their way into flat arrays, and elements on their way out. An element's bits are a long, those of a
 * double, or 0 and 1.
 */
public final class FlatValues {
    private FlatValues() {}

    /** The element that has these bits, as all languages have it: Integer, Long, Double or Boolean. */
    public static Object toGuest(int kind, long bits) {
        if (kind == Layout.SLOT_BOOLEAN) {
            return bits != 0;
        }
        return Flats.isFloat(kind)
                ? (Object) Double.longBitsToDouble(bits)
                : (int) bits == bits ? (Object) (int) bits : bits;
    }

    /** Elements of an array, from one index to another, exclusive. */
    public static Object[] toGuest(FlatCore array, int from, int to) {
        var values = new Object[to - from];
        Arrays.setAll(values, i -> toGuest(array.kind(), array.load(from + i)));
        return values;
    }

    /** A guest value as an element of that kind. Throws TypeConflictException. */
    @TruffleBoundary
    public static long toBits(int kind, Object value) {
        Object number = number(value);
        if (kind == Layout.SLOT_BOOLEAN) {
            if (number instanceof Boolean bool) {
                return bool ? 1 : 0;
            }
            throw new TypeConflictException(problem(kind, GuestValues.named(value)));
        }
        if (number == null || number instanceof Boolean) {
            throw new TypeConflictException(problem(kind, GuestValues.named(value)));
        }
        return Flats.isFloat(kind) ? Double.doubleToRawLongBits(floating(kind, number)) : integer(kind, number);
    }

    /** All of them. */
    public static long[] toBits(int kind, Object[] values) {
        var bits = new long[values.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = toBits(kind, values[i]);
        }
        return bits;
    }

    /** Elements as an array's memory has them. */
    static void pack(int kind, long[] bits, byte[] target) {
        ByteBuffer bytes = ByteBuffer.wrap(target).order(ByteOrder.nativeOrder());
        for (long one : bits) {
            if (kind == Layout.SLOT_FLOAT32) {
                bytes.putFloat((float) Double.longBitsToDouble(one));
            } else {
                switch (Flats.shift(kind)) {
                    case 0 -> bytes.put((byte) one);
                    case 1 -> bytes.putShort((short) one);
                    case 2 -> bytes.putInt((int) one);
                    default -> bytes.putLong(one);
                }
            }
        }
    }

    /** A Long, BigInteger, Double or Boolean, null for anything else. */
    private static Object number(Object value) {
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            if (interop.isBoolean(value)) {
                return interop.asBoolean(value);
            }
            if (!interop.isNumber(value)) {
                return null;
            }
            return value instanceof Double
                    ? value
                    : interop.fitsInLong(value)
                            ? (Object) interop.asLong(value)
                            : interop.fitsInBigInteger(value)
                                    ? interop.asBigInteger(value)
                                    : (Object) interop.asDouble(value);
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }

    private static double floating(int kind, Object number) {
        double value = ((Number) number).doubleValue();
        if (!Flats.fits(kind, value) || number instanceof BigInteger && Double.isInfinite(value)) {
            throw new NumberOverflowException(!(number instanceof Double), problem(kind, number));
        }
        return value;
    }

    private static long integer(int kind, Object number) {
        Object whole = number;
        if (number instanceof Double value) {
            boolean any = ColorsContext.get(null).guest().numbers() == NumberRule.ANY;
            if (!any || value != Math.rint(value) || Double.isInfinite(value)) {
                throw new TypeConflictException(problem(kind, "the float " + value));
            }
            whole = value >= -0x1p63 && value < 0x1p63 ? (Object) (long) (double) value : value; // -0 is 0
        }
        if (whole instanceof Long value && Flats.fits(kind, value)) {
            return value;
        }
        throw new NumberOverflowException(true, problem(kind, whole));
    }

    private static String problem(int kind, Object value) {
        return "an element of an array of " + Flats.name(kind) + " is " + article(Flats.rangeText(kind)) + ", not "
                + shortened(String.valueOf(value)) + "; nothing was stored";
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : "one of " + text.length() + " characters, " + text.substring(0, 20) + "...";
    }

    private static String article(String noun) {
        return (noun.startsWith("i") ? "an " : "a ") + noun;
    }
}
