// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.Field;
import colors.Ref;
import colors.heap.Heap;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.Tag;
import colors.names.HostNames;
import colors.roots.Instance;
import colors.roots.Mutator;
import colors.roots.Shared;
import colors.shapes.SharedShape;
import colors.values.TypeRules;
import colors.wrappers.HostLanguage;
import colors.wrappers.ObjectWrapper;
import java.lang.ref.Reference;

/** A record because C2 folds the components of a constant record, not the final fields of another class. */
public record ReferenceHandle(FieldBinding binding, boolean isFinal, int shapeId, long offset, Accepted accepted)
        implements Field.OfRef<Object, Object> {

    /** The shape of the last object that passed the type check of a store; racy, one word. */
    static final class Accepted {
        int shapeId;
    }

    public static ReferenceHandle of(FieldBinding binding) {
        return new ReferenceHandle(binding, binding.isFinal(), binding.shapeId(), binding.offset(), new Accepted());
    }

    @Override
    public String name() {
        return binding.field().name();
    }

    @Override
    public Ref<Object> get(Ref<?> object) {
        long address = ((Shared) object).address();
        long place =
                Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId ? address + offset : binding.place(address);
        ObjectWrapper value = place != 0 ? load(place, address) : getOther(address);
        Reference.reachabilityFence(object);
        return value;
    }

    /**
     * A writer that raced with a change of the field's type may have left a word of another type: it is looked at
     * before it is followed.
     */
    private ObjectWrapper load(long place, long address) {
        Mutator mutator = Mutator.current();
        long word = Heap.loadTagged(mutator, place);
        if (word == Tag.NULL) {
            return null;
        }
        // also of a class that the agent prepared: who has a handle asked for this wrapper
        if ((word & Tag.REFERENCE_MASK) == 0) {
            return new ObjectWrapper(Segment.BASE + word, mutator.wrapperChunk());
        }
        return getOther(address);
    }

    private ObjectWrapper getOther(long address) {
        return checked(binding.getAny(address, HostLanguage.WRAPPERS));
    }

    private ObjectWrapper checked(Object value) {
        if (value == null || value instanceof ObjectWrapper || value instanceof Instance) {
            return value == null ? null : ObjectWrapper.of(value);
        }
        throw binding.mismatch(value);
    }

    @Override
    public void set(Ref<?> object, Ref<?> value) {
        store((Shared) object, (Shared) value, false, false);
    }

    /**
     * @param placed whether the object is known to have the field at the offset
     * @param fits whether the value is known to be of the field's type
     */
    void store(Shared object, Shared value, boolean placed, boolean fits) {
        long address = object.address();
        if ((placed || Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId) && (fits || isAccepted(value))) {
            long word = value == null ? Tag.NULL : Segment.reference(value.address());
            if (isFinal) {
                binding.storeFinal(Mutator.current(), address + offset, word);
            } else {
                Heap.storeTagged(Mutator.current(), address + offset, word);
            }
        } else {
            binding.putAny(address, value);
        }
        Reference.reachabilityFence(value);
        Reference.reachabilityFence(object);
    }

    /** The write check of an upcast (CoLoRS paper, section 3.1.5), by shape. */
    boolean isAccepted(Shared value) {
        if (value == null) {
            return true;
        }
        int shape = Heap.shapeId(value.address());
        if (shape == accepted.shapeId) {
            return true;
        }
        if (!TypeRules.fits(SharedShape.of(shapeId).find(name()), value, HostNames::isSubtype)) {
            return false;
        }
        accepted.shapeId = shape;
        return true;
    }

    @Override
    public boolean compareAndSet(Ref<?> object, Ref<?> expected, Ref<?> value) {
        return AtomicField.compareAndSet(binding, (Shared) object, expected, value);
    }

    @Override
    public Ref<Object> getAndSet(Ref<?> object, Ref<?> value) {
        return checked(AtomicField.getAndSet(binding, (Shared) object, value, HostLanguage.WRAPPERS));
    }
}
