// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.memory.Segment;
import colors.memory.SlotKind;
import colors.roots.Shared;
import colors.shapes.FieldAccess;
import java.lang.ref.Reference;

/**
 * A byte, short, char or int field that every version of its class has at one place (docs/layout.md, Pinned fields), of
 * instances of the class. Loads and stores are plain, as those of private fields are. Every writer in every language
 * keeps to the declared width, so the value is in range. A record because C2 folds the components of a constant record.
 */
public record PlacedInt(SlotKind slotKind, long offset) implements FieldAccess.OfInt {

    @Override
    public int get(Shared object) {
        int value = (int) slotKind.get(object.address() + offset);
        Reference.reachabilityFence(object);
        return value;
    }

    @Override
    public void set(Shared object, int value) {
        Segment.checkWritable();
        slotKind.put(object.address() + offset, value);
        Reference.reachabilityFence(object);
    }
}
