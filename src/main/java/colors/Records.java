// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.agent.Preparation;
import colors.runtime.PrivateKey;
import colors.runtime.Shared;
import colors.runtime.ValueClass;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Objects;

/** Private records at the border. Records are values: what is stored is a copy, and with the agent what is read is one too. */
final class Records {
    private Records() {
    }

    private static boolean isPrivate(Object value) {
        return value instanceof Record && !(value instanceof Shared) && !ValueClass.isValue(value);
    }

    /** What is stored in place of a value: of a private record a shared copy. Throws SharedMemoryException (ARGUMENT, MEMORY) when it cannot be copied. */
    static Object stored(Object value) {
        return isPrivate(value) ? SharedObject.copyOf(value) : value;
    }

    /** The same for each element. */
    static List<?> stored(List<?> values) {
        return values.stream().anyMatch(Records::isPrivate) ? values.stream().map(Records::stored).toList() : values;
    }

    /** A value from the core as the program gets it. */
    static Object shown(Object value) {
        if (!Preparation.isActive() || !(value instanceof SharedObject object)) {
            return value;
        }
        Object shown = HostLanguage.value(object.address(), object.chunk());
        Reference.reachabilityFence(object);
        return shown;
    }

    /** Whether a value that was read is the one given; for a private record also a shared object with equal components (docs/equality.md). */
    static boolean isEqual(Object read, Object given) {
        if (read instanceof Shared shared && isPrivate(given)) {
            PrivateKey components = HostKeys.ofPrivate(given);
            return components != null && components.equal(shared);
        }
        return Objects.equals(given, read);
    }
}
