// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.atomics.Atomics;
import colors.atomics.Cell;
import colors.atomics.FlatCell;
import colors.atomics.ListCell;
import colors.truffle.border.GuestValues;
import colors.truffle.container.core.ContainerCore;
import colors.truffle.container.core.FlatCore;
import colors.truffle.container.core.ListCore;
import colors.truffle.container.core.MapCore;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.ValueForm;
import colors.values.TypeRules;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import java.lang.ref.Reference;

/**
 * Compare and set, get and set, get and add on elements and on values of maps. The first two arguments are the
 * container and an index or a key. Where there is no such element the result is {@link ContainerCore#ABSENT}. Throws
 * SharedMemoryException; then nothing was stored.
 */
public final class ContainerAtomics {
    private ContainerAtomics() {}

    /** There is no such index: thrown by a cell, and caught here. */
    private static final class NoIndex extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("StaticAssignmentOfThrowable") // without a stack, for control flow
        static final NoIndex INSTANCE = new NoIndex();

        private NoIndex() {
            super("there is no such index", null, false, false);
        }
    }

    /** What one operation does with the cell of an element. */
    private interface Operation {
        Object apply(Cell cell);
    }

    /** Then come the value expected and the new one. A boolean, or ABSENT. */
    @TruffleBoundary
    public static Object compareAndSet(Object[] arguments) {
        SharedContainer container = changeable(arguments[0]);
        Object expected = core(container, arguments[2]);
        Object result = container instanceof SharedMap map
                ? changed(map.core()
                        .exchange(
                                key(map, arguments[1]),
                                now -> Atomics.isSame(now, expected) ? core(map, arguments[3]) : MapCore.KEEP))
                : element(
                        container,
                        arguments[1],
                        cell -> Atomics.compareAndSet(
                                cell,
                                expected,
                                stored(container, arguments[3]),
                                ContainerCore.VALUES,
                                Atomics::isSame));
        Reference.reachabilityFence(arguments);
        return result;
    }

    private static Object changed(Object result) {
        return result == ContainerCore.ABSENT ? result : (Object) (result != MapCore.KEEP);
    }

    /** Then comes the new value. The one before, or ABSENT. */
    @TruffleBoundary
    public static Object getAndSet(Object[] arguments, ValueForm form) {
        SharedContainer container = changeable(arguments[0]);
        Object old = container instanceof SharedMap map
                ? map.core().getAndChange(key(map, arguments[1]), now -> core(map, arguments[2]))
                : element(
                        container,
                        arguments[1],
                        cell -> Atomics.getAndSet(cell, stored(container, arguments[2]), ContainerCore.VALUES));
        Reference.reachabilityFence(arguments);
        return toGuest(old, form);
    }

    /** Then comes what is added. The number before, or ABSENT. */
    @TruffleBoundary
    public static Object getAndAdd(Object[] arguments, ValueForm form) {
        SharedContainer container = changeable(arguments[0]);
        Object delta = FieldAtomics.delta(ColorsContext.get(null), core(container, arguments[2]));
        Object old;
        if (container instanceof SharedMap map) {
            Object key = key(map, arguments[1]);
            old = map.core()
                    .getAndChange(
                            key,
                            now -> Atomics.sum(
                                    now, delta, () -> "the value of " + TypeRules.describe(key) + " in a shared map"));
        } else {
            old = element(container, arguments[1], cell -> Atomics.getAndAdd(cell, delta, ContainerCore.VALUES));
        }
        Reference.reachabilityFence(arguments);
        return toGuest(old, form);
    }

    private static Object toGuest(Object value, ValueForm form) {
        return value == ContainerCore.ABSENT ? value : ContainerValues.toGuest(value, form);
    }

    // ---- arguments ----------------------------------------------------------------------------------

    private static SharedContainer changeable(Object container) {
        boolean isOne =
                container instanceof SharedFlat || container instanceof SharedMap || container instanceof SharedList;
        if (!isOne) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a shared list, map or array was expected, not " + GuestValues.namedPrivate(container));
        }
        SharedContainer changeable = (SharedContainer) container;
        if (changeable.core().isFrozen()) {
            throw SharedMemoryException.of(
                    Reason.STATE,
                    "this shared list was made from one that does not change, so it does not change either; copy it to"
                            + " a new one; nothing was stored");
        }
        return changeable;
    }

    private static Object core(SharedContainer container, Object value) {
        return ContainerValues.toCore(value, container.kind());
    }

    /** What a cell takes: of a flat array the language's value, which it checks itself. */
    private static Object stored(SharedContainer container, Object value) {
        return container instanceof SharedFlat ? value : core(container, value);
    }

    private static Object key(SharedMap map, Object key) {
        return ContainerValues.keyToFind(key, map.kind());
    }

    private static Object element(SharedContainer container, Object index, Operation operation) {
        int at = index(index);
        ContainerCore core = container.core();
        boolean isFlat = core instanceof FlatCore || core instanceof ListCore list && list.isArray();
        int fixed = isFlat && at < 0 ? at + core.size() : at;
        if (isFlat && (fixed < 0 || fixed >= core.size())) {
            return ContainerCore.ABSENT;
        }
        Cell cell = core instanceof FlatCore flat
                ? new FlatCell(core.address(), fixed, value -> FlatValues.toBits(flat.kind(), value))
                : isFlat
                        ? new FlatCell(core.address(), fixed, value -> value)
                        : new ListCell(core.address(), at, () -> NoIndex.INSTANCE);
        try {
            Object result = operation.apply(cell);
            Reference.reachabilityFence(core.chunk());
            return result;
        } catch (NoIndex e) {
            return ContainerCore.ABSENT;
        }
    }

    /** One that is no 32-bit integer is as far off as one can be. */
    private static int index(Object value) {
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            return interop.fitsInInt(value) ? interop.asInt(value) : Integer.MAX_VALUE;
        } catch (UnsupportedMessageException e) {
            throw new AssertionError(e);
        }
    }
}
