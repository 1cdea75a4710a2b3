// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.memory.Segment;
import colors.memory.SlotKind;
import colors.roots.Shared;
import colors.shapes.FieldAccess;
import java.lang.ref.Reference;

/**
 * A float or double field that every version of its class has at one place (docs/layout.md, Pinned fields), of
 * instances of the class. Loads and stores are plain, as those of private fields are. A record because C2 folds the
 * components of a constant record.
 */
public record PlacedDouble(SlotKind slotKind, long offset) implements FieldAccess.OfDouble {

    @Override
    public double get(Shared object) {
        double value = Double.longBitsToDouble(slotKind.get(object.address() + offset));
        Reference.reachabilityFence(object);
        return value;
    }

    @Override
    public void set(Shared object, double value) {
        Segment.checkWritable();
        slotKind.put(object.address() + offset, Double.doubleToRawLongBits(value));
        Reference.reachabilityFence(object);
    }
}
