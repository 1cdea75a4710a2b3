// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.memory.Segment;
import colors.memory.SlotKind;
import colors.roots.Shared;
import colors.shapes.FieldAccess;
import java.lang.ref.Reference;

/**
 * A boolean field that every version of its class has at one place (docs/layout.md, Pinned fields), of instances of the
 * class. Loads and stores are plain, as those of private fields are. A record because C2 folds the components of a
 * constant record.
 */
public record PlacedBoolean(SlotKind slotKind, long offset) implements FieldAccess.OfBoolean {

    @Override
    public boolean get(Shared object) {
        boolean value = slotKind.get(object.address() + offset) != 0;
        Reference.reachabilityFence(object);
        return value;
    }

    @Override
    public void set(Shared object, boolean value) {
        Segment.checkWritable();
        slotKind.put(object.address() + offset, value ? 1 : 0);
        Reference.reachabilityFence(object);
    }
}
