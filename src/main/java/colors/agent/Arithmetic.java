// SPDX-License-Identifier: Apache-2.0
package colors.agent;

/** Java's arithmetic on boxed values of one primitive type, as VarHandles do it: integers wrap. */
final class Arithmetic {
    private Arithmetic() {}

    static Object sum(Object a, Object b) {
        return switch (a) {
            case Double number -> (Object) (number + (Double) b);
            case Float number -> (Object) (number + (Float) b);
            default -> ofBits(a, bits(a) + bits(b));
        };
    }

    static Object or(Object a, Object b) {
        return ofBits(a, bits(a) | bits(b));
    }

    static Object and(Object a, Object b) {
        return ofBits(a, bits(a) & bits(b));
    }

    static Object xor(Object a, Object b) {
        return ofBits(a, bits(a) ^ bits(b));
    }

    private static long bits(Object value) {
        return switch (value) {
            case Boolean bool -> bool ? 1 : 0;
            case Character character -> character;
            default -> ((Number) value).longValue();
        };
    }

    /** As the type of {@code like}. */
    private static Object ofBits(Object like, long bits) {
        return switch (like) {
            case Boolean _ -> (Object) (bits != 0);
            case Character _ -> (Object) (char) bits;
            case Byte _ -> (Object) (byte) bits;
            case Short _ -> (Object) (short) bits;
            case Integer _ -> (Object) (int) bits;
            default -> bits;
        };
    }
}
