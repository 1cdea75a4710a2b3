// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.Field;
import colors.Ref;
import colors.memory.SlotKind;
import colors.roots.Shared;
import colors.shapes.FieldAccess;

/**
 * A {@link LongHandle} with a check of the range at each read. A record because C2 folds the components of a constant
 * record.
 */
public record IntHandle(LongHandle wide, int min, int max) implements Field.OfInt<Object>, FieldAccess.OfInt {

    public static IntHandle of(FieldBinding binding) {
        LongHandle wide = LongHandle.of(binding);
        return new IntHandle(wide, (int) wide.min(), (int) wide.max());
    }

    @Override
    public String name() {
        return wide.name();
    }

    @Override
    public long offset() {
        return wide.offset();
    }

    @Override
    public SlotKind slotKind() {
        return wide.slotKind();
    }

    @Override
    public int get(Ref<?> object) {
        return get((Shared) object);
    }

    @Override
    public int get(Shared object) {
        return narrow(wide.get(object));
    }

    private int narrow(long value) {
        int narrow = (int) value;
        if (narrow != value || narrow < min || narrow > max) { // for an int field C2 drops the last two
            throw wide.binding().overflow(value);
        }
        return narrow;
    }

    @Override
    public void set(Ref<?> object, int value) {
        set((Shared) object, value);
    }

    @Override
    public void set(Shared object, int value) {
        wide.set(object, value);
    }

    @Override
    public boolean compareAndSet(Ref<?> object, int expected, int value) {
        return AtomicField.compareAndSet(wide, (Shared) object, expected, value);
    }

    @Override
    public int getAndSet(Ref<?> object, int value) {
        return narrow(AtomicField.getAndSet(wide, (Shared) object, value));
    }

    @Override
    public int getAndAdd(Ref<?> object, int delta) {
        return narrow(AtomicField.getAndAdd(wide, (Shared) object, delta));
    }
}
