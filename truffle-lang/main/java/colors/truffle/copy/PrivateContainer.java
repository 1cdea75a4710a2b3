// SPDX-License-Identifier: Apache-2.0
package colors.truffle.copy;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.roots.Shared;
import colors.truffle.border.GuestArrays;
import colors.truffle.border.GuestValues;
import colors.truffle.container.FlatContents;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.object.DynamicObject;
import com.oracle.truffle.api.strings.TruffleString;
import java.util.Set;

/**
 * Containers of a guest, as interop and the names of their classes tell them: arrays are lists, Map and Set are such,
 * Uint8Array and ArrayBuffer are bytes, other typed arrays flat ones.
 */
public final class PrivateContainer {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
    private static final Set<String> BYTE_ARRAYS = Set.of("Uint8Array", "Uint8ClampedArray");

    /** Says what stands for a private value that a container holds. */
    interface Contained {
        Object of(Object value) throws InteropException;
    }

    private PrivateContainer() {}

    /** Whether a value is a private container. */
    static boolean is(Object value) {
        return !(value instanceof Shared)
                && !INTEROP.isNull(value)
                && !INTEROP.isString(value)
                && (INTEROP.hasArrayElements(value)
                        || INTEROP.hasHashEntries(value)
                        || INTEROP.hasBufferElements(value)
                        || GuestArrays.className(value).equals("Set"));
    }

    static Planned plan(CopyPlan plan, Object container) throws InteropException {
        checkElementsOnly(container);
        if (INTEROP.hasBufferElements(container) || BYTE_ARRAYS.contains(GuestArrays.className(container))) {
            return plan.binary(GuestArrays.bytesOrNumbers(container), false);
        }
        FlatContents typed = FlatContents.ofTyped(container);
        if (typed != null) {
            return plan.flat(typed);
        }
        return INTEROP.hasArrayElements(container)
                ? plan.list(false)
                : INTEROP.hasHashEntries(container) ? plan.map() : plan.set(false);
    }

    /**
     * Throws SharedMemoryException for one of the language's own containers that has fields too, which a shared
     * container has not.
     */
    private static void checkElementsOnly(Object container) {
        if (container instanceof DynamicObject object) {
            for (Object key : object.getShape().getKeyList()) { // elements are elsewhere
                if (key instanceof TruffleString name
                        && !name.toJavaStringUncached().equals("length")) {
                    throw SharedMemoryException.of(
                            Reason.ARGUMENT,
                            GuestValues.named(container) + " has a field '" + name
                                    + "' beside its elements, which a shared container cannot have: it would be lost;"
                                    + " copy the elements alone (Array.from(it), new Map(it)), or an object of your"
                                    + " own class with both; nothing was copied");
                }
            }
        }
    }

    static void fill(CopyPlan plan, Planned target, Object container, Contained contained) throws InteropException {
        switch (target.kind) {
            case LIST -> plan.elements(target, all(GuestArrays.values(container), contained));
            case SET -> plan.elements(target, all(GuestArrays.iterate(container).toArray(), contained));
            case MAP ->
                plan.entries(
                        target,
                        all(
                                GuestArrays.iterate(INTEROP.getHashKeysIterator(container))
                                        .toArray(),
                                contained),
                        all(
                                GuestArrays.iterate(INTEROP.getHashValuesIterator(container))
                                        .toArray(),
                                contained));
            default -> { // filled when it was planned
            }
        }
    }

    private static Object[] all(Object[] values, Contained contained) throws InteropException {
        for (int i = 0; i < values.length; i++) {
            values[i] = contained.of(values[i]);
        }
        return values;
    }
}
