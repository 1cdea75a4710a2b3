// SPDX-License-Identifier: Apache-2.0
package colors.truffle.node;

import colors.heap.Flats;
import colors.memory.Layout;
import colors.memory.Segment;
import colors.memory.SlotKind;
import colors.truffle.container.core.FlatCore;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.NumberRule;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.GenerateInline;
import com.oracle.truffle.api.dsl.GenerateUncached;
import com.oracle.truffle.api.dsl.NeverDefault;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.nodes.Node;

/**
 * Stores an element of a flat array: for a kind that the node has met, checks of the index and the value and one store.
 */
@GenerateUncached
@GenerateInline(false)
public abstract class FlatStoreNode extends Node {
    /**
     * False, and nothing happened, when there is no such index, or {@code FlatValues} has to look at the value. A
     * negative index counts from the end.
     */
    public abstract boolean execute(FlatCore array, int index, Object value);

    @Specialization(guards = "array.kind() == kind", limit = "KINDS")
    static boolean store(
            FlatCore array,
            int index,
            Object value,
            @Bind Node node,
            @Cached(value = "array.kind()", allowUncached = true) int kind,
            @Cached(value = "slotKind(array)", allowUncached = true) SlotKind slot,
            @Cached(value = "array.shift()", allowUncached = true) int shift) {
        int at = index < 0 ? index + array.size() : index;
        if (at < 0 || at >= array.size() || Segment.isReadOnly()) {
            return false;
        }
        if (kind == Layout.SLOT_FLOAT64 || kind == Layout.SLOT_FLOAT32) {
            return storeFloat(array, at, value, kind, slot, shift);
        }
        long bits;
        if (kind == Layout.SLOT_BOOLEAN) {
            if (!(value instanceof Boolean bool)) {
                return false;
            }
            bits = bool ? 1 : 0;
        } else if (value instanceof Integer number) {
            bits = number;
        } else if (value instanceof Long number) {
            bits = number;
        } else if (value instanceof Double number
                && (int) (double) number == number
                && ColorsContext.get(node).guest().numbers() == NumberRule.ANY) {
            bits = (int) (double) number;
        } else {
            return false;
        }
        if (!Flats.fits(kind, bits)) {
            return false;
        }
        array.store(slot, shift, at, bits);
        return true;
    }

    private static boolean storeFloat(FlatCore array, int at, Object value, int kind, SlotKind slot, int shift) {
        double number;
        if (value instanceof Double floating) {
            number = floating;
        } else if (value instanceof Integer integer) {
            number = integer;
        } else {
            return false;
        }
        if (!Flats.fits(kind, number)) {
            return false;
        }
        array.store(slot, shift, at, Double.doubleToRawLongBits(number));
        return true;
    }

    @NeverDefault
    static SlotKind slotKind(FlatCore array) {
        return FlatElementNode.slotKind(array);
    }

    static final int KINDS = FlatElementNode.KINDS;

    /** For callers outside of this package. */
    @NeverDefault
    public static FlatStoreNode create() {
        return FlatStoreNodeGen.create();
    }
}
