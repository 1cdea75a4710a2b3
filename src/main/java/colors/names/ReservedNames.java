// SPDX-License-Identifier: Apache-2.0
package colors.names;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.UUID;

/** The names of classes of values ({@code ValueClass}), which programs cannot give to classes of their own. */
public final class ReservedNames {
    private static final Map<Class<?>, String> NAMES = Map.of(
            BigInteger.class, "colors.BigInteger",
            BigDecimal.class, "colors.Decimal",
            UUID.class, "colors.UUID",
            Instant.class, "colors.Instant",
            LocalDateTime.class, "colors.LocalDateTime",
            LocalDate.class, "colors.LocalDate",
            Duration.class, "colors.Duration");

    private ReservedNames() {}

    /** Of a class of values; of another null. */
    public static String of(Class<?> type) {
        return NAMES.get(type);
    }

    /** Refuses one. */
    public static void check(String className) {
        if (NAMES.containsValue(className)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "the name " + className
                            + " is reserved for values that are copied by themselves when they are stored; give the"
                            + " class another shared name");
        }
    }
}
