// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.atomics.Atomics;
import colors.atomics.FieldCell;
import colors.atomics.FieldVariable;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.names.HostNames;
import colors.roots.Shared;
import colors.values.Values;
import colors.wrappers.HostLanguage;
import colors.wrappers.Immutables;
import java.lang.ref.Reference;
import java.util.function.UnaryOperator;

/**
 * Atomic operations of handles. Those of numbers are the processor's instruction where all versions of the class have
 * the field at one place; all others go by {@link Atomics}.
 */
public final class AtomicField {
    private AtomicField() {}

    // ---- any field ----------------------------------------------------------------------------------

    private static FieldCell cell(FieldBinding binding, long object) {
        return new FieldCell(object, binding::require, value -> BoxedType.toCore(binding, value), HostNames::isSubtype);
    }

    static boolean compareAndSet(FieldBinding binding, Shared object, Object expected, Object value) {
        Object stored = Immutables.stored(value);
        boolean set = Atomics.compareAndSet(
                cell(binding, object.address()), expected, stored, HostLanguage.WRAPPERS, Immutables::isSame);
        Reference.reachabilityFence(expected);
        Reference.reachabilityFence(object);
        return set;
    }

    static Object getAndSet(FieldBinding binding, Shared object, Object value, Values values) {
        Object stored = Immutables.stored(value);
        Object old = Atomics.getAndSet(cell(binding, object.address()), stored, values);
        Reference.reachabilityFence(object);
        return old;
    }

    static Object getAndAdd(FieldBinding binding, Shared object, Number delta) {
        Object old = Atomics.getAndAdd(cell(binding, object.address()), delta, HostLanguage.WRAPPERS);
        Reference.reachabilityFence(object);
        return old;
    }

    /** As {@link FieldVariable} says. */
    public static Object update(FieldBinding binding, Shared object, UnaryOperator<Object> next) {
        Object[] seen = {null};
        Atomics.update(
                cell(binding, object.address()),
                found -> {
                    seen[0] = BoxedType.fromCore(binding, found);
                    return Immutables.stored(next.apply(seen[0]));
                },
                binding.values());
        Reference.reachabilityFence(object);
        return seen[0];
    }

    /** Whether the field is at the handle's offset, now and as long as the object lives. */
    private static boolean isAt(FieldBinding binding, int shapeId, long object) {
        return binding.isPlaced() && Memory.getInt(object + Layout.OBJECT_SHAPE) == shapeId;
    }

    // ---- integers -----------------------------------------------------------------------------------

    static boolean compareAndSet(LongHandle handle, Shared object, long expected, long value) {
        checkRange(handle, value);
        Segment.checkWritable();
        long address = object.address();
        if (!isAt(handle.binding(), handle.shapeId(), address)) {
            return compareAndSet(handle.binding(), object, (Object) expected, value);
        }
        boolean set = expected >= handle.min()
                && expected <= handle.max()
                && handle.slotKind().compareAndSet(address + handle.offset(), expected, value);
        Reference.reachabilityFence(object);
        return set;
    }

    static long getAndSet(LongHandle handle, Shared object, long value) {
        checkRange(handle, value);
        Segment.checkWritable();
        long address = object.address();
        if (!isAt(handle.binding(), handle.shapeId(), address)) {
            return integer(handle.binding(), getAndSet(handle.binding(), object, value, HostLanguage.WRAPPERS));
        }
        long place = address + handle.offset();
        long seen;
        do {
            seen = handle.slotKind().getExact(place);
        } while (!handle.slotKind().compareAndSet(place, seen, value));
        Reference.reachabilityFence(object);
        return seen;
    }

    static long getAndAdd(LongHandle handle, Shared object, long delta) {
        Segment.checkWritable();
        long address = object.address();
        if (!isAt(handle.binding(), handle.shapeId(), address)) {
            return integer(handle.binding(), getAndAdd(handle.binding(), object, delta));
        }
        long place = address + handle.offset();
        long seen;
        long sum;
        do {
            seen = handle.slotKind().getExact(place);
            sum = seen + delta;
            if (((seen ^ sum) & (delta ^ sum)) < 0 || sum < handle.min() || sum > handle.max()) {
                throw handle.binding().sumOverflow(seen, delta);
            }
        } while (!handle.slotKind().compareAndSet(place, seen, sum));
        Reference.reachabilityFence(object);
        return seen;
    }

    private static void checkRange(LongHandle handle, long value) {
        if (value < handle.min() || value > handle.max()) {
            throw handle.binding().overflow(value);
        }
    }

    private static long integer(FieldBinding binding, Object value) {
        if (value instanceof Long integer) {
            return integer;
        }
        throw binding.mismatch(value);
    }

    // ---- floats -------------------------------------------------------------------------------------

    static boolean compareAndSet(DoubleHandle handle, Shared object, double expected, double value) {
        double stored = handle.rounded(value);
        Segment.checkWritable();
        long address = object.address();
        if (!isAt(handle.binding(), handle.shapeId(), address)) {
            return compareAndSet(handle.binding(), object, (Object) expected, stored);
        }
        long place = address + handle.offset();
        while (true) {
            long seen = handle.slotKind().getExact(place);
            double found = Double.longBitsToDouble(handle.slotKind().bits(seen));
            if (found != expected && !(Double.isNaN(found) && Double.isNaN(expected))) {
                return false;
            }
            if (exchange(handle, place, seen, stored)) {
                Reference.reachabilityFence(object);
                return true;
            }
        }
    }

    static double getAndSet(DoubleHandle handle, Shared object, double value) {
        double stored = handle.rounded(value);
        Segment.checkWritable();
        long address = object.address();
        if (!isAt(handle.binding(), handle.shapeId(), address)) {
            return number(handle.binding(), getAndSet(handle.binding(), object, stored, HostLanguage.WRAPPERS));
        }
        long place = address + handle.offset();
        long seen;
        do {
            seen = handle.slotKind().getExact(place);
        } while (!exchange(handle, place, seen, stored));
        Reference.reachabilityFence(object);
        return Double.longBitsToDouble(handle.slotKind().bits(seen));
    }

    static double getAndAdd(DoubleHandle handle, Shared object, double delta) {
        Segment.checkWritable();
        long address = object.address();
        if (!isAt(handle.binding(), handle.shapeId(), address)) {
            return number(handle.binding(), getAndAdd(handle.binding(), object, delta));
        }
        long place = address + handle.offset();
        while (true) {
            long seen = handle.slotKind().getExact(place);
            double found = Double.longBitsToDouble(handle.slotKind().bits(seen));
            if (exchange(handle, place, seen, handle.rounded(found + delta))) {
                Reference.reachabilityFence(object);
                return found;
            }
        }
    }

    private static boolean exchange(DoubleHandle handle, long place, long seen, double value) {
        long exact = handle.slotKind().exact(Double.doubleToRawLongBits(value));
        return handle.slotKind().compareAndSet(place, seen, exact);
    }

    private static double number(FieldBinding binding, Object value) {
        return switch (value) {
            case Double number -> number;
            case Long integer -> (double) integer;
            case null, default -> throw binding.mismatch(value);
        };
    }

    // ---- booleans -----------------------------------------------------------------------------------

    static boolean compareAndSet(BooleanHandle handle, Shared object, boolean expected, boolean value) {
        Segment.checkWritable();
        long address = object.address();
        if (!isAt(handle.binding(), handle.shapeId(), address)) {
            return compareAndSet(handle.binding(), object, (Object) expected, value);
        }
        boolean set = handle.slotKind().compareAndSet(address + handle.offset(), expected ? 1 : 0, value ? 1 : 0);
        Reference.reachabilityFence(object);
        return set;
    }

    static boolean getAndSet(BooleanHandle handle, Shared object, boolean value) {
        boolean isSet = handle.get(object); // one of two: when it changes meanwhile, the other one is there
        while (!compareAndSet(handle, object, isSet, value)) {
            isSet = !isSet;
        }
        return isSet;
    }
}
