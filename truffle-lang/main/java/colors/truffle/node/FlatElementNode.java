// SPDX-License-Identifier: Apache-2.0
package colors.truffle.node;

import colors.heap.Flats;
import colors.memory.Layout;
import colors.memory.SlotKind;
import colors.truffle.container.core.FlatCore;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.GenerateInline;
import com.oracle.truffle.api.dsl.GenerateUncached;
import com.oracle.truffle.api.dsl.NeverDefault;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.profiles.InlinedBranchProfile;

/** Loads an element of a flat array: for a kind that the node has met, a check of the index and one load. */
@GenerateUncached
@GenerateInline(false)
public abstract class FlatElementNode extends Node {
    static final int KINDS = 8;

    /** Null when there is no such index. A negative one counts from the end. */
    public abstract Object execute(FlatCore array, int index);

    @Specialization(guards = "array.kind() == kind", limit = "KINDS")
    static Object load(
            FlatCore array,
            int index,
            @Bind Node node,
            @Cached(value = "array.kind()", allowUncached = true) int kind,
            @Cached(value = "slotKind(array)", allowUncached = true) SlotKind slot,
            @Cached(value = "array.shift()", allowUncached = true) int shift,
            @Cached InlinedBranchProfile wide) {
        int at = index < 0 ? index + array.size() : index;
        if (at < 0 || at >= array.size()) {
            return null;
        }
        long bits = array.load(slot, shift, at);
        if (kind == Layout.SLOT_BOOLEAN) {
            return bits != 0;
        }
        if (kind == Layout.SLOT_FLOAT64 || kind == Layout.SLOT_FLOAT32) {
            return Double.longBitsToDouble(bits);
        }
        return kind == Layout.SLOT_INT64 ? WordNode.ofInteger(bits, node, wide) : (int) bits;
    }

    @NeverDefault
    static SlotKind slotKind(FlatCore array) {
        return Flats.slotKind(array.kind());
    }

    /** For callers outside of this package. */
    @NeverDefault
    public static FlatElementNode create() {
        return FlatElementNodeGen.create();
    }
}
