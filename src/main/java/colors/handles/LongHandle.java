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
public record LongHandle(FieldBinding binding, int shapeId, SlotKind slotKind, long offset, long min, long max)
        implements Field.OfLong<Object>, FieldAccess.OfLong {

    public static LongHandle of(FieldBinding binding) {
        return switch (binding.field().type().getName()) {
            case "byte" -> of(binding, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case "short" -> of(binding, Short.MIN_VALUE, Short.MAX_VALUE);
            case "char" -> of(binding, Character.MIN_VALUE, Character.MAX_VALUE);
            case "int" -> of(binding, Integer.MIN_VALUE, Integer.MAX_VALUE);
            default -> of(binding, Long.MIN_VALUE, Long.MAX_VALUE);
        };
    }

    private static LongHandle of(FieldBinding binding, long min, long max) {
        return new LongHandle(binding, binding.shapeId(), binding.slotKind(), binding.offset(), min, max);
    }

    @Override
    public String name() {
        return binding.field().name();
    }

    @Override
    public long get(Ref<?> object) {
        return get((Shared) object);
    }

    @Override
    public long get(Shared object) {
        long address = object.address();
        long value = Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId
                ? slotKind.getOpaque(address + offset)
                : getOther(address);
        Reference.reachabilityFence(object);
        return value;
    }

    private long getOther(long address) {
        FieldLocation field = binding.find(address);
        return field != null ? field.loadBits(address) : binding.getInteger(address);
    }

    @Override
    public void set(Ref<?> object, long value) {
        set((Shared) object, value);
    }

    @Override
    public void set(Shared object, long value) {
        if (value < min || value > max) {
            throw binding.overflow(value);
        }
        Segment.checkWritable();
        long address = object.address();
        if (Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId) {
            slotKind.putOpaque(address + offset, value);
        } else {
            setOther(address, value);
        }
        Reference.reachabilityFence(object);
    }

    private void setOther(long address, long value) {
        FieldLocation field = binding.find(address);
        if (field != null) {
            field.storeBits(address, value);
        } else {
            binding.putAny(address, value);
        }
    }

    @Override
    public boolean compareAndSet(Ref<?> object, long expected, long value) {
        return AtomicField.compareAndSet(this, (Shared) object, expected, value);
    }

    @Override
    public long getAndSet(Ref<?> object, long value) {
        return AtomicField.getAndSet(this, (Shared) object, value);
    }

    @Override
    public long getAndAdd(Ref<?> object, long delta) {
        return AtomicField.getAndAdd(this, (Shared) object, delta);
    }
}
