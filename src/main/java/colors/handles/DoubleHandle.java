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
public record DoubleHandle(FieldBinding binding, int shapeId, SlotKind slotKind, long offset, boolean single)
        implements Field.OfDouble<Object>, FieldAccess.OfDouble {

    public static DoubleHandle of(FieldBinding binding) {
        return new DoubleHandle(
                binding,
                binding.shapeId(),
                binding.slotKind(),
                binding.offset(),
                binding.field().type() == float.class);
    }

    @Override
    public String name() {
        return binding.field().name();
    }

    @Override
    public double get(Ref<?> object) {
        return get((Shared) object);
    }

    @Override
    public double get(Shared object) {
        long address = object.address();
        double value = Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId
                ? Double.longBitsToDouble(slotKind.getOpaque(address + offset))
                : getOther(address);
        Reference.reachabilityFence(object);
        return single ? round(value) : value;
    }

    private double getOther(long address) {
        FieldLocation field = binding.find(address);
        return field != null ? Double.longBitsToDouble(field.loadBits(address)) : binding.getFloat(address);
    }

    @Override
    public void set(Ref<?> object, double value) {
        set((Shared) object, value);
    }

    @Override
    public void set(Shared object, double value) {
        double stored = rounded(value);
        Segment.checkWritable();
        long address = object.address();
        if (Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId) {
            slotKind.putOpaque(address + offset, Double.doubleToRawLongBits(stored));
        } else {
            setOther(address, stored);
        }
        Reference.reachabilityFence(object);
    }

    private void setOther(long address, double value) {
        FieldLocation field = binding.find(address);
        if (field != null) {
            field.storeBits(address, Double.doubleToRawLongBits(value));
        } else {
            binding.putAny(address, value);
        }
    }

    /** What the field holds of a value. Throws SharedMemoryException (TYPE) when it is too large. */
    double rounded(double value) {
        return single ? round(value) : value;
    }

    @Override
    public boolean compareAndSet(Ref<?> object, double expected, double value) {
        return AtomicField.compareAndSet(this, (Shared) object, expected, value);
    }

    @Override
    public double getAndSet(Ref<?> object, double value) {
        return AtomicField.getAndSet(this, (Shared) object, value);
    }

    @Override
    public double getAndAdd(Ref<?> object, double delta) {
        return AtomicField.getAndAdd(this, (Shared) object, delta);
    }

    private double round(double value) {
        float rounded = (float) value;
        if (Float.isInfinite(rounded) && !Double.isInfinite(value)) {
            throw binding.overflow(value);
        }
        return rounded;
    }
}
