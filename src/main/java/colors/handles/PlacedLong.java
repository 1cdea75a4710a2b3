// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.SlotKind;
import colors.roots.Shared;
import colors.shapes.FieldAccess;
import java.lang.ref.Reference;

/**
 * A long field that every version of its class has at one place (docs/layout.md, Pinned fields), of instances of the
 * class. Loads and stores are plain, as those of private fields are. A record because C2 folds the components of a
 * constant record.
 */
public record PlacedLong(long offset) implements FieldAccess.OfLong {

    @Override
    public SlotKind slotKind() {
        return SlotKind.INT64;
    }

    @Override
    public long get(Shared object) {
        long value = Memory.getLong(object.address() + offset);
        Reference.reachabilityFence(object);
        return value;
    }

    @Override
    public void set(Shared object, long value) {
        Segment.checkWritable();
        Memory.putLong(object.address() + offset, value);
        Reference.reachabilityFence(object);
    }
}
