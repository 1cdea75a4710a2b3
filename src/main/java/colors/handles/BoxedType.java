// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.memory.Layout;
import colors.values.TypeRules;

/** Numbers and characters between a Java field's own type and the 64 bits that shared memory has for them. */
final class BoxedType {
    private BoxedType() {}

    /** A loaded value as the type has it. Throws SharedMemoryException (TYPE) when it does not fit. */
    static Object fromCore(FieldBinding binding, Object value) {
        return switch (value) {
            case Long integer -> ofInteger(binding, integer);
            case Double number when isFloat(binding) -> round(binding, number);
            case null, default -> value;
        };
    }

    /**
     * Checks a value that is to be stored. Returns it as it is stored. Throws SharedMemoryException (TYPE) when it does
     * not fit.
     */
    static Object toCore(FieldBinding binding, Object value) {
        return switch (value) {
            case Character character -> checked(binding, character);
            case Number number
            when TypeRules.typeOf(number) == Layout.TYPE_INTEGER -> checked(binding, number.longValue());
            case Double number when isFloat(binding) -> (double) round(binding, number);
            case null, default -> value;
        };
    }

    private static long checked(FieldBinding binding, long value) {
        ofInteger(binding, value);
        return value;
    }

    private static Object ofInteger(FieldBinding binding, long value) {
        Object result =
                switch (binding.field().type().getName()) {
                    case "byte", "java.lang.Byte" -> (byte) value;
                    case "short", "java.lang.Short" -> (short) value;
                    case "int", "java.lang.Integer" -> (int) value;
                    case "char", "java.lang.Character" -> (char) value;
                    default -> value;
                };
        long narrow = result instanceof Character character ? character : ((Number) result).longValue();
        if (narrow != value) {
            throw binding.overflow(value);
        }
        return result;
    }

    private static boolean isFloat(FieldBinding binding) {
        Class<?> type = binding.field().type();
        return type == float.class || type == Float.class;
    }

    private static float round(FieldBinding binding, double value) {
        float rounded = (float) value;
        if (Float.isInfinite(rounded) && !Double.isInfinite(value)) {
            throw binding.overflow(value);
        }
        return rounded;
    }
}
