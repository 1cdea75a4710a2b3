// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.roots.Shared;
import java.lang.ref.Reference;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The one equality of keys and elements in shared containers, and the hash that goes with it, for all languages
 * (docs/equality.md). Takes what {@link Values} gives: null, Boolean, numbers, String, values of {@link ValueClass} and
 * {@link Shared}, {@link FrozenValue} and {@link PrivateKey}; frozen containers are compared by their contents;
 * narrower Java types count as what they are stored as. An equivalence relation on these; equal values have equal
 * hashes, as far as the program's classes keep to that. Stateless and thread-safe.
 */
public final class Equality {
    private static final int LONG_DIGITS = 19; // decimal digits of Long.MAX_VALUE
    private static final double LONG_END = 0x1p63;

    /** How a language compares its shared objects: it may ask the program's class. */
    public interface Objects {
        /** By address alone. */
        Objects IDENTITY = new Objects() {
            @Override
            public int hash(Shared object) {
                return Shared.identityHash(object.address());
            }
        };

        /**
         * Shared objects are equal to themselves only, with the hash that another program may have put them with
         * ({@link KeyHash}).
         */
        Objects KEPT = new Objects() {
            @Override
            public int hash(Shared object) {
                int hash = KeyHash.of(object.address());
                Reference.reachabilityFence(object);
                return hash;
            }
        };

        /**
         * As {@link #KEPT}, but for objects that are compared by value; then never 0. May run code of the program:
         * outside of heap operations and locks.
         */
        int hash(Shared object);

        /**
         * Whether two objects are equal; the second one may be a key that is there already. May run code of the
         * program.
         */
        default boolean equal(Shared a, Shared b) {
            return a.address() == b.address();
        }

        /** Whether the program's class of the object says how it compares. */
        default boolean isByValue(@SuppressWarnings("unused") Shared object) {
            return false;
        }
    }

    private Equality() {}

    /** The hash, with shared objects by identity. */
    public static int hash(Object value) {
        return hash(value, Objects.IDENTITY);
    }

    /** The hash of a value. Throws IllegalArgumentException for a private object. */
    public static int hash(Object value, Objects objects) {
        return switch (value) {
            case null -> 0;
            case Boolean bool -> bool.hashCode();
            case String text -> text.hashCode();
            case FrozenValue frozen -> Structure.hash(frozen, objects);
            case PrivateKey key -> key.hash();
            case Shared shared -> Structure.is(shared) ? Structure.hash(shared, objects) : objects.hash(shared);
            case Double number -> hash((double) number);
            case Float number -> hash((double) (float) number);
            case Character character -> Long.hashCode(character);
            case BigInteger number ->
                number.bitLength() < Long.SIZE
                        ? Long.hashCode(number.longValue())
                        : Double.hashCode(number.doubleValue());
            case BigDecimal number -> hash(number);
            case Number number when Values.isInteger(number) -> Long.hashCode(number.longValue());
            case Object other
            when ValueClass.isValue(other) ->
                31 * ValueClass.className(other).hashCode()
                        + ValueClass.text(other).hashCode();
            default -> throw privateObject(value);
        };
    }

    private static int hash(double number) {
        boolean integral = number == Math.rint(number) && number >= -LONG_END && number < LONG_END;
        return integral ? Long.hashCode((long) number) : Double.hashCode(number);
    }

    /** Never expands a large exponent. A double that is equal to the decimal is its {@code doubleValue}. */
    private static int hash(BigDecimal number) {
        BigDecimal plain = number.stripTrailingZeros();
        boolean small = (long) plain.precision() - plain.scale() <= LONG_DIGITS;
        if (plain.scale() <= 0 && small) {
            return hash(plain.toBigIntegerExact());
        }
        return Double.hashCode(number.doubleValue());
    }

    /** Whether two values are equal, with shared objects by identity. */
    public static boolean equal(Object a, Object b) {
        return equal(a, b, Objects.IDENTITY);
    }

    /** Whether two values are equal. Throws IllegalArgumentException for two private objects. */
    public static boolean equal(Object a, Object b, Objects objects) {
        if (a == null || b == null) {
            return a == b;
        }
        if (a instanceof FrozenValue || b instanceof FrozenValue) {
            return Structure.equal(a, b, objects);
        }
        if (a instanceof Shared x && b instanceof Shared y && x.address() != y.address() && Structure.is(x)) {
            return Structure.equal(x, y, objects);
        }
        if (a instanceof PrivateKey || b instanceof PrivateKey) {
            return a instanceof PrivateKey key
                    ? b instanceof Shared y && key.equal(y)
                    : a instanceof Shared x && ((PrivateKey) b).equal(x);
        }
        if (a instanceof Shared || b instanceof Shared) {
            return a instanceof Shared x && b instanceof Shared y && objects.equal(x, y);
        }
        if (isNumber(a) || isNumber(b)) {
            return isNumber(a) && isNumber(b) && equalNumbers(number(a), number(b));
        }
        if (a instanceof String || a instanceof Boolean) {
            return a.equals(b);
        }
        if (!ValueClass.isValue(a)) {
            throw privateObject(a);
        }
        return ValueClass.isValue(b)
                && ValueClass.className(a).equals(ValueClass.className(b))
                && ValueClass.text(a).equals(ValueClass.text(b));
    }

    private static boolean isNumber(Object value) {
        return value instanceof Long
                || value instanceof Double
                || value instanceof BigInteger
                || value instanceof BigDecimal
                || value instanceof Float
                || value instanceof Character
                || Values.isInteger(value);
    }

    /** As Long, Double, BigInteger or BigDecimal. */
    private static Object number(Object value) {
        return switch (value) {
            case Float number -> (Object) (double) number;
            case Character character -> (Object) (long) character;
            case Number number when Values.isInteger(number) -> (Object) number.longValue();
            default -> value;
        };
    }

    private static boolean equalNumbers(Object a, Object b) {
        if (a instanceof Long x && b instanceof Long y) {
            return x.longValue() == y.longValue();
        }
        if (a instanceof Double x && b instanceof Double y) {
            return (double) x == y || x.isNaN() && y.isNaN();
        }
        return isFinite(a) && isFinite(b) && exact(a).compareTo(exact(b)) == 0;
    }

    private static boolean isFinite(Object number) {
        return !(number instanceof Double d) || Double.isFinite(d);
    }

    private static BigDecimal exact(Object number) {
        return switch (number) {
            case Long integer -> BigDecimal.valueOf(integer);
            case Double real -> new BigDecimal(real);
            case BigInteger integer -> new BigDecimal(integer);
            default -> (BigDecimal) number;
        };
    }

    private static IllegalArgumentException privateObject(Object value) {
        return new IllegalArgumentException("a private object of class "
                + value.getClass().getName() + " is no key or element of a shared container");
    }
}
