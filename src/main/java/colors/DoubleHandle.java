// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.runtime.FieldAccess;
import colors.runtime.Layout;
import colors.runtime.Memory;
import colors.runtime.Segment;
import colors.runtime.Shared;
import java.lang.ref.Reference;

/** A record because C2 folds the components of a constant record, not the final fields of another class. */
record DoubleHandle(FieldBinding binding, int shapeId, long offset, boolean single) implements DoubleField, FieldAccess.OfDouble {

    static DoubleHandle of(FieldBinding binding) {
        return new DoubleHandle(binding, binding.shapeId(), binding.offset(), binding.field().type() == float.class);
    }

    @Override
    public String name() {
        return binding.field().name();
    }

    @Override
    public double get(SharedObject object) {
        return get((Shared) object);
    }

    @Override
    public double get(Shared object) {
        long address = object.address();
        double value = Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId ? Memory.getDoubleOpaque(address + offset) : getOther(address);
        Reference.reachabilityFence(object);
        return single ? round(value) : value;
    }

    private double getOther(long address) {
        long place = binding.place(address);
        return place != 0 ? Memory.getDoubleOpaque(place) : binding.getFloat(address);
    }

    @Override
    public void set(SharedObject object, double value) {
        set((Shared) object, value);
    }

    @Override
    public void set(Shared object, double value) {
        double stored = single ? round(value) : value;
        Segment.checkWritable();
        long address = object.address();
        if (Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId) {
            Memory.putDoubleOpaque(address + offset, stored);
        } else {
            setOther(address, stored);
        }
        Reference.reachabilityFence(object);
    }

    private void setOther(long address, double value) {
        long place = binding.place(address);
        if (place != 0) {
            Memory.putDoubleOpaque(place, value);
        } else {
            binding.putAny(address, value);
        }
    }

    private double round(double value) {
        float rounded = (float) value;
        if (Float.isInfinite(rounded) && !Double.isInfinite(value)) {
            throw binding.overflow(value);
        }
        return rounded;
    }
}
