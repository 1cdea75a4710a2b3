// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.runtime.Layout;
import colors.runtime.Memory;
import java.lang.ref.Reference;

/** A record because C2 folds the components of a constant record, not the final fields of another class. */
record IntHandle(FieldBinding binding, int shapeId, long offset, int min, int max) implements IntField {

    static IntHandle of(FieldBinding binding) {
        Class<?> type = binding.field().type();
        int min = type == byte.class ? Byte.MIN_VALUE : type == short.class ? Short.MIN_VALUE : type == char.class ? 0 : Integer.MIN_VALUE;
        int max = type == byte.class ? Byte.MAX_VALUE : type == short.class ? Short.MAX_VALUE : type == char.class ? Character.MAX_VALUE : Integer.MAX_VALUE;
        return new IntHandle(binding, binding.shape().id(), binding.offset(), min, max);
    }

    @Override
    public String name() {
        return binding.field().name();
    }

    @Override
    public int get(SharedObject object) {
        long address = object.address();
        long value = Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId ? Memory.getLongOpaque(address + offset) : getOther(address);
        Reference.reachabilityFence(object);
        int narrow = (int) value;
        if (narrow != value || narrow < min || narrow > max) { // for an int field C2 drops the last two
            throw binding.overflow(value);
        }
        return narrow;
    }

    private long getOther(long address) {
        long place = binding.place(address);
        return place != 0 ? Memory.getLongOpaque(place) : binding.getInteger(address);
    }

    @Override
    public void set(SharedObject object, int value) {
        if (value < min || value > max) {
            throw binding.overflow(value);
        }
        long address = object.address();
        if (Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId) {
            Memory.putLongOpaque(address + offset, value);
        } else {
            setOther(address, value);
        }
        Reference.reachabilityFence(object);
    }

    private void setOther(long address, int value) {
        long place = binding.place(address);
        if (place != 0) {
            Memory.putLongOpaque(place, value);
        } else {
            binding.putAny(address, value);
        }
    }
}
