// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.atomics.Atomics;
import colors.names.Preparation;
import colors.roots.Shared;
import colors.values.Equality;
import colors.values.FrozenValue;
import colors.values.ValueClass;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Objects;

/**
 * Private objects that nothing but their contents tells apart, records and the JDK's immutable lists: what is stored of
 * them is a copy, and with the agent what is read of a record is one too.
 */
public final class Immutables {
    private static final List<Class<?>> LISTS = List.of(
            List.of().getClass(),
            List.of(1).getClass(),
            List.of(1, 2, 3).subList(0, 2).getClass());

    private Immutables() {}

    private static boolean isRecord(Object value) {
        return value instanceof Record
                && !(value instanceof Shared)
                && !(value instanceof FrozenValue)
                && !ValueClass.isValue(value);
    }

    /** Of {@code List.of} and the like. */
    static boolean isList(Object value) {
        return value instanceof List && LISTS.contains(value.getClass());
    }

    /**
     * What is stored in place of a value: of a record a shared copy, of a list what becomes a frozen one. Throws
     * SharedMemoryException (ARGUMENT, MEMORY) when a record cannot be copied; elements of a list are as anywhere.
     */
    public static Object stored(Object value) {
        return isRecord(value)
                ? Copies.get().in(value)
                : isList(value) ? FrozenValue.list(stored((List<?>) value).toArray()) : value;
    }

    /** The same for each element. */
    public static List<?> stored(List<?> values) {
        return values.stream().anyMatch(value -> isRecord(value) || isList(value))
                ? values.stream().map(Immutables::stored).toList()
                : values;
    }

    /** A value from the core as the program gets it. */
    public static Object shown(Object value) {
        if (!Preparation.isActive() || !(value instanceof ObjectWrapper object)) {
            return value;
        }
        Object shown = HostLanguage.value(object.address(), object.chunk());
        Reference.reachabilityFence(object);
        return shown;
    }

    /**
     * Whether a value that was read is the one given; for an immutable one also what it is stored as
     * (docs/equality.md).
     */
    public static boolean isEqual(Object read, Object given) {
        return Objects.equals(given, read)
                || read instanceof Shared
                        && (isRecord(given) || isList(given))
                        && isStoredAs(read, Entries.toFind(given));
    }

    /**
     * Whether a value that was read is the one that an atomic operation expects. Throws SharedMemoryException
     * (ARGUMENT) for a private object.
     */
    public static boolean isSame(Object read, Object expected) {
        return isRecord(expected) || isList(expected)
                ? isEqual(read, expected)
                : Atomics.isSame(read, Elements.stored(expected));
    }

    private static boolean isStoredAs(Object read, Object sought) {
        return sought != Elements.NOTHING && Equality.equal(read, sought, HostKeys.INSTANCE);
    }
}
