// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.roots.Shared;
import colors.roots.Surrogates;
import colors.shapes.FieldAccess;
import colors.wrappers.ListArray;
import java.lang.ref.Reference;

/**
 * A field of an array type: for instances of prepared classes it gives the array that stands for the list or binary in
 * it. A record because C2 folds the components of a constant record.
 */
public record ArrayHandle(ObjectHandle handle, Class<?> type, int shapeId, long offset, Last last)
        implements FieldAccess.OfObject {

    /** The array that was read last; racy, one word: loops read the field for each element. */
    static final class Last {
        private Surrogates.Entry entry;
    }

    public static FieldAccess of(FieldBinding binding) {
        return new ArrayHandle(
                new ObjectHandle(binding), binding.field().type(), binding.shapeId(), binding.offset(), new Last());
    }

    /**
     * The word in the slot is no root until it is logged. But while the array that was read last is alive, so is what
     * it stands for, since before the slot is loaded: when the slot refers to that address, it is that one. Arrays
     * whose elements were accessed just now are looked at first, for no weak reference has to be asked.
     */
    @Override
    public Object get(Shared object) {
        Surrogates.Recent recent = Surrogates.recent();
        Surrogates.Recent before = Surrogates.before();
        long address = object.address();
        if (Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId) {
            long word = Memory.getLongAcquire(address + offset);
            Object array = recent.isFor(word, type)
                    ? recent.surrogate()
                    : before.isFor(word, type) ? before.surrogate() : null;
            if (array != null) {
                Reference.reachabilityFence(object);
                return array;
            }
        }
        return getLast(object);
    }

    private Object getLast(Shared object) {
        Surrogates.Entry entry = last.entry;
        Object array = entry == null ? null : entry.get();
        long address = object.address();
        if (array != null
                && Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId
                && Memory.getLongAcquire(address + offset) == Segment.reference(entry.address())) {
            Reference.reachabilityFence(object);
            return array;
        }
        return find(object);
    }

    private Object find(Shared object) {
        Object array = ListArray.asArray(handle.get(object), type);
        if (array != null && !type.isInstance(array)) {
            throw handle.binding().mismatch(array);
        }
        last.entry = array == null ? null : Surrogates.findEntry(array);
        return array;
    }

    @Override
    public void set(Shared object, Object value) {
        Shared array = Surrogates.find(value);
        handle.set(object, array != null ? array : value); // an error for a private array
    }
}
