// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.guest;

import colors.SharedMemoryException;
import colors.TypeConflictException;
import colors.values.ValueClass;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Values of the core as texts that the package's _values.py makes Python's own values of, where Python can hold them
 * exactly.
 */
final class PythonValue {
    private static final int NANOS_PER_MICRO = 1000;
    private static final int FIRST_YEAR = 1;
    private static final int LAST_YEAR = 9999;

    private PythonValue() {}

    /** Throws SharedMemoryException (TYPE) when Python's type cannot hold the value. */
    static String text(Object core) {
        return switch (core) {
            case BigInteger number -> number.toString(16); // Python limits the length of decimal texts
            case Instant instant -> time(core, LocalDateTime.ofInstant(checkedRange(instant), ZoneOffset.UTC));
            case LocalDateTime local -> time(core, local);
            case LocalDate day -> checkedYear(core, day).toString();
            case Duration duration -> duration.getSeconds() + " " + micros(core, duration.getNano());
            default -> ValueClass.text(core);
        };
    }

    @SuppressWarnings("JavaLocalDateTimeGetNano") // toSecondOfDay has the seconds
    private static String time(Object core, LocalDateTime local) {
        checkedYear(core, local.toLocalDate());
        return local.toLocalDate() + " " + local.toLocalTime().toSecondOfDay() + " " + micros(core, local.getNano());
    }

    private static Instant checkedRange(Instant instant) {
        if (instant.isBefore(LocalDateTime.MIN.toInstant(ZoneOffset.UTC))
                || instant.isAfter(LocalDateTime.MAX.toInstant(ZoneOffset.UTC))) {
            throw outOfRange(instant);
        }
        return instant;
    }

    private static LocalDate checkedYear(Object core, LocalDate day) {
        if (day.getYear() < FIRST_YEAR || day.getYear() > LAST_YEAR) {
            throw outOfRange(core);
        }
        return day;
    }

    private static SharedMemoryException outOfRange(Object core) {
        return new TypeConflictException("the " + ValueClass.className(core) + " " + ValueClass.text(core)
                + " is outside the years 1 to 9999 of Python's datetime");
    }

    private static int micros(Object core, int nanos) {
        if (nanos % NANOS_PER_MICRO != 0) {
            throw new TypeConflictException("the " + ValueClass.className(core) + " " + ValueClass.text(core)
                    + " has nanoseconds, which Python's datetime would lose; where it is stored, truncate it"
                    + " to microseconds (truncatedTo(ChronoUnit.MICROS))");
        }
        return nanos / NANOS_PER_MICRO;
    }
}
