// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.SharedMemoryException.Reason;
import colors.wrappers.ElementType;

/**
 * What a field, an element, a message or a root is in Java: the way to give containers, channels and repositories the
 * types of what they hold, where a {@link Class} cannot say it. Who reads through it gets what it says, or a {@link
 * TypeConflictException}. Immutable and thread-safe.
 *
 * <pre>{@code
 * SharedMap<String, SharedList<Integer>> scores =
 *         SharedMap.create(ValueType.of(String.class), ValueType.list(Integer.class));
 * }</pre>
 *
 * @param <E> the Java type
 */
public sealed interface ValueType<E> permits ElementType {
    /**
     * Of a class: Integer, Short, Byte, Character and Float are converted and checked, records are copied out, an
     * interface with {@link SharedName} and with the agent the program's classes are live; {@code Object.class} is what
     * shared memory gives (docs/values.md). A primitive type is its box.
     */
    static <E> ValueType<E> of(Class<E> type) {
        return SharedMemory.valueType(type);
    }

    /** Of references to objects of a class. */
    static <C> ValueType<Ref<C>> ref(Class<C> type) {
        return SharedMemory.refType(type);
    }

    /** Of lists with such elements. */
    static <E> ValueType<SharedList<E>> list(ValueType<E> elements) {
        return SharedMemory.listType(elements);
    }

    /** Of lists with such elements. */
    static <E> ValueType<SharedList<E>> list(Class<E> elements) {
        return list(of(elements));
    }

    /** Of arrays with such elements. */
    static <E> ValueType<SharedArray<E>> array(Class<E> elements) {
        return SharedMemory.arrayType(of(elements));
    }

    /** Of sets with such elements. */
    static <E> ValueType<SharedSet<E>> set(ValueType<E> elements) {
        return SharedMemory.setType(elements);
    }

    /** Of sets with such elements. */
    static <E> ValueType<SharedSet<E>> set(Class<E> elements) {
        return set(of(elements));
    }

    /** Of maps with such keys and values. */
    static <K, V> ValueType<SharedMap<K, V>> map(ValueType<K> keys, ValueType<V> values) {
        return SharedMemory.mapType(keys, values);
    }

    /** Of maps with such keys and values. */
    static <K, V> ValueType<SharedMap<K, V>> map(Class<K> keys, Class<V> values) {
        return map(of(keys), of(values));
    }

    /**
     * A constant of an enum of which this program has no class: what a shared enum constant reads as then, and may be
     * stored as. A value: equal when the enum and the constant are. Immutable and thread-safe.
     *
     * @param type the shared name of the enum, for instance {@code company.Color}
     * @param name the constant's name
     */
    record EnumConstant(String type, String name) {
        /** Throws SharedMemoryException (ARGUMENT) when one of them is null or empty, or the type is reserved. */
        public EnumConstant {
            if (type == null || type.isEmpty() || name == null || name.isEmpty()) {
                throw SharedMemoryException.of(
                        Reason.ARGUMENT,
                        "an enum constant has the shared name of its enum and a name of its own, not '" + type
                                + "' and '" + name + "'");
            }
            SharedMemory.checkName(type);
        }

        /** What a constant of this program's own enum is to other programs. */
        public static EnumConstant of(Enum<?> constant) {
            return new EnumConstant(SharedMemory.sharedName(constant), constant.name());
        }

        /**
         * Makes an enum the one that constants of its shared name are read as. Only needed for an enum with a {@link
         * SharedName} that this program reads before it stores a constant of it or uses a class with a field of it.
         */
        public static void register(Class<? extends Enum<?>> type) {
            SharedMemory.register(type);
        }

        /** For instance {@code company.Color.RED}. */
        @Override
        public String toString() {
            return type + "." + name;
        }
    }
}
