// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.TypeConflictException;
import colors.heap.FlatArray;
import colors.heap.Flats;
import colors.mapping.Shareability;
import colors.memory.Layout;
import colors.memory.Segment;
import colors.names.Preparation;
import colors.roots.ArrayAccess;
import colors.roots.RootChunk;
import colors.roots.RootScope;
import colors.roots.Surrogates;
import colors.roots.View;
import colors.values.Lists;
import colors.values.TypeRules;
import java.lang.ref.Reference;

/**
 * A shared list as a Java array.
 *
 * @param min of the integers that the component type has
 * @param rows of an array of arrays: those that were read last, by index; racy, each one word
 */
public record ListArray(ListWrapper list, Class<?> component, Class<?> box, long min, long max, Surrogates.Entry[] rows)
        implements ArrayAccess, View {
    private static final Surrogates.Entry[] NO_ROWS = {};

    /** The array that stands for a list. Throws SharedMemoryException. */
    public static <A> A of(ListWrapper list, Class<A> type) {
        Shareability.checkGiven(type);
        checkAgent();
        if (!type.isArray() || type == byte[].class && !isFlat(list, type)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a shared list was asked for as a " + type.getTypeName()
                            + "; expected an array type, such as int[].class, other than byte[], for which a"
                            + " SharedBinary stands");
        }
        RootChunk chunk = RootScope.outside(list); // the array is for all threads
        return Surrogates.of(type, list.address(), () -> make(list, chunk, type));
    }

    /** Whether its elements are just those of a Java array of that type. */
    private static boolean isFlat(ListWrapper list, Class<?> type) {
        return list instanceof ArrayWrapper array
                && array.componentType().isPrimitive()
                && array.componentType() == type.getComponentType();
    }

    public static void checkAgent() {
        if (!Preparation.isActive()) {
            throw SharedMemoryException.of(
                    Reason.STATE,
                    "a Java array can stand for shared elements only in code that the agent rewrote, and the agent"
                            + " does not run; start Java with -javaagent:colors-runtime.jar=share=CLASSES"
                            + " (docs/agent.md), or use the SharedList or SharedBinary itself");
        }
    }

    private static ArrayAccess make(ListWrapper given, RootChunk chunk, Class<?> type) {
        Class<?> component = type.getComponentType();
        if (isFlat(given, type)) {
            return new FlatArray(component, given.address(), chunk, given.size(), false);
        }
        ListWrapper list = (ListWrapper) HostLanguage.wrap(given.address(), chunk);
        return switch (component.getName()) {
            case "byte" -> new ListArray(list, component, Byte.class, Byte.MIN_VALUE, Byte.MAX_VALUE, NO_ROWS);
            case "short" -> new ListArray(list, component, Short.class, Short.MIN_VALUE, Short.MAX_VALUE, NO_ROWS);
            case "char" ->
                new ListArray(list, component, Character.class, Character.MIN_VALUE, Character.MAX_VALUE, NO_ROWS);
            case "int" -> new ListArray(list, component, Integer.class, Integer.MIN_VALUE, Integer.MAX_VALUE, NO_ROWS);
            case "long" -> new ListArray(list, component, Long.class, Long.MIN_VALUE, Long.MAX_VALUE, NO_ROWS);
            case "float" -> new ListArray(list, component, Float.class, 0, 0, NO_ROWS);
            case "double" -> new ListArray(list, component, Double.class, 0, 0, NO_ROWS);
            case "boolean" -> new ListArray(list, component, Boolean.class, 0, 0, NO_ROWS);
            default ->
                new ListArray(
                        list,
                        component,
                        component,
                        0,
                        0,
                        component.isArray() ? new Surrogates.Entry[list.size()] : NO_ROWS);
        };
    }

    /** The array for a copy of a private one; of a shared one itself. */
    public static Object copyOf(Object array) {
        checkAgent();
        if (Surrogates.find(array) != null) {
            return array;
        }
        return asArray(Copies.get().in(array), array.getClass());
    }

    /** What a Java array of that type shows for a container; any other value as it is. */
    public static Object asArray(Object value, Class<?> type) {
        return switch (value) {
            case ListWrapper list when type != byte[].class || isFlat(list, type) -> list.asArray(type);
            case BinaryWrapper binary when type == byte[].class -> binary.asArray();
            case null, default -> value;
        };
    }

    @Override
    public ListWrapper shown() {
        return list;
    }

    @Override
    public int length() {
        return list.size();
    }

    @Override
    public long getInteger(int index) {
        long value;
        try {
            value = list.getLong(index);
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds(index, length());
        }
        if (value < min || value > max) {
            throw mismatch(index, value);
        }
        return value;
    }

    @Override
    public double getFloat(int index) {
        if (component == float.class) {
            return (float) get(index);
        }
        try {
            return list.getDouble(index);
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds(index, length());
        }
    }

    @Override
    public Object get(int index) {
        return index >= 0 && index < rows.length ? row(index) : find(index);
    }

    /** As long as the array that was read before is alive, no other object is at the address of what it stands for. */
    private Object row(int index) {
        Surrogates.Entry entry = rows[index];
        Object row = entry == null ? null : entry.get();
        if (row != null && refersTo(index, Segment.reference(entry.address()))) {
            Reference.reachabilityFence(list);
            return row;
        }
        row = find(index);
        rows[index] = row == null ? null : Surrogates.findEntry(row);
        return row;
    }

    private boolean refersTo(int index, long reference) {
        return list instanceof ArrayWrapper
                ? Flats.refersTo(list.address(), index, reference)
                : Lists.refersTo(list.address(), index, reference);
    }

    private Object find(int index) {
        Object value = list.find(index);
        if (value == Elements.NOTHING) {
            throw outOfBounds(index, length());
        }
        if (value == null && component.isPrimitive()) {
            throw mismatch(index, null);
        }
        return Elements.convert(component.isArray() ? asArray(value, component) : value, box, index);
    }

    private SharedMemoryException mismatch(int index, Object value) {
        return new TypeConflictException("element " + index + " is " + TypeRules.describe(value)
                + ", which does not fit " + component.getTypeName());
    }

    @Override
    public void setInteger(int index, long value) {
        store(index, Layout.SLOT_INT64, value);
    }

    @Override
    public void setFloat(int index, double value) {
        store(index, Layout.SLOT_FLOAT64, Double.doubleToRawLongBits(value));
    }

    private void store(int index, int kind, long bits) {
        if (!list.store(index, kind, bits)) {
            throw outOfBounds(index, length());
        }
    }

    @Override
    public void set(int index, Object value) {
        if (value != null && !box.isInstance(value)) {
            throw new ArrayStoreException(
                    value.getClass().getTypeName() + " in a shared " + component.getTypeName() + "[]");
        }
        try {
            list.set(index, value);
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds(index, length());
        }
    }

    static ArrayIndexOutOfBoundsException outOfBounds(int index, int length) {
        // as Java says it
        return new ArrayIndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
    }
}
