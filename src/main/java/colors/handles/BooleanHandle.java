// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.Field;
import colors.Ref;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.SlotKind;
import colors.roots.Shared;
import colors.shapes.FieldAccess;
import colors.shapes.FieldLocation;
import java.lang.ref.Reference;

/** A record because C2 folds the components of a constant record, not the final fields of another class. */
public record BooleanHandle(FieldBinding binding, int shapeId, SlotKind slotKind, long offset)
        implements Field.OfBoolean<Object>, FieldAccess.OfBoolean {

    public static BooleanHandle of(FieldBinding binding) {
        return new BooleanHandle(binding, binding.shapeId(), binding.slotKind(), binding.offset());
    }

    @Override
    public String name() {
        return binding.field().name();
    }

    @Override
    public boolean get(Ref<?> object) {
        return get((Shared) object);
    }

    @Override
    public boolean get(Shared object) {
        long address = object.address();
        boolean value = Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId
                ? slotKind.getOpaque(address + offset) != 0
                : getOther(address);
        Reference.reachabilityFence(object);
        return value;
    }

    private boolean getOther(long address) {
        FieldLocation field = binding.find(address);
        return field != null ? field.loadBits(address) != 0 : binding.getBoolean(address);
    }

    @Override
    public void set(Ref<?> object, boolean value) {
        set((Shared) object, value);
    }

    @Override
    public void set(Shared object, boolean value) {
        Segment.checkWritable();
        long address = object.address();
        if (Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId) {
            slotKind.putOpaque(address + offset, value ? 1 : 0);
        } else {
            binding.putAny(address, value);
        }
        Reference.reachabilityFence(object);
    }

    @Override
    public boolean compareAndSet(Ref<?> object, boolean expected, boolean value) {
        return AtomicField.compareAndSet(this, (Shared) object, expected, value);
    }

    @Override
    public boolean getAndSet(Ref<?> object, boolean value) {
        return AtomicField.getAndSet(this, (Shared) object, value);
    }
}
