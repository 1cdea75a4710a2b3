// SPDX-License-Identifier: Apache-2.0
package colors.agent.border;

import java.util.Map;

/**
 * What rewritten code calls before a cast to a box that shared memory has no type for. Containers there give a Long for
 * every integer and a Double for every float; compilers cast to Integer what they take from a {@code Map<String,
 * Integer>}. A number that does not fit is left as it is, and the cast fails.
 */
public final class Boxes {
    /** The method for a class. */
    public static final Map<String, String> METHODS = Map.of(
            "java/lang/Integer",
            "toInteger",
            "java/lang/Short",
            "toShort",
            "java/lang/Byte",
            "toByte",
            "java/lang/Character",
            "toCharacter",
            "java/lang/Float",
            "toFloat");

    private Boxes() {}

    public static Object toInteger(Object object) {
        return object instanceof Long number && (int) (long) number == number ? (Object) (int) (long) number : object;
    }

    public static Object toShort(Object object) {
        return object instanceof Long number && (short) (long) number == number
                ? (Object) (short) (long) number
                : object;
    }

    public static Object toByte(Object object) {
        return object instanceof Long number && (byte) (long) number == number ? (Object) (byte) (long) number : object;
    }

    public static Object toCharacter(Object object) {
        return object instanceof Long number && (char) (long) number == number ? (Object) (char) (long) number : object;
    }

    /** Rounds, as a list of floats does, unless the number is too large. */
    public static Object toFloat(Object object) {
        return object instanceof Double number
                        && (Double.isInfinite(number) || !Float.isInfinite((float) (double) number))
                ? (Object) (float) (double) number
                : object;
    }
}
