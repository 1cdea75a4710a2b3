// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import java.util.Set;

/** The names of classes of values ({@link ValueClass}), which programs cannot give to classes of their own. */
public final class ReservedNames {
    private static final Set<String> NAMES = Set.of(
            "colors.BigInteger",
            "colors.Decimal",
            "colors.UUID",
            "colors.Instant",
            "colors.LocalDateTime",
            "colors.LocalDate",
            "colors.Duration");

    private ReservedNames() {}

    static boolean has(String className) {
        return NAMES.contains(className);
    }

    /** Refuses one. */
    public static void check(String className) {
        if (has(className)) {
            throw new SharedMemoryException(
                    Reason.ARGUMENT,
                    "the name " + className
                            + " is reserved for values that are copied by themselves when they are stored; give the"
                            + " class another shared name");
        }
    }
}
