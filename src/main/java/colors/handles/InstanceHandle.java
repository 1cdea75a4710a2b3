// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.SharedMemoryException;
import colors.heap.Heap;
import colors.interfaces.InstanceClasses;
import colors.interfaces.Mappings;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.Tag;
import colors.names.Preparation;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.shapes.FieldAccess;
import colors.wrappers.Immutables;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;

/**
 * A field whose type is a class that the agent prepared: it gives instances of that class. A record because C2 folds
 * the components of a constant record, and so inlines {@code make}.
 *
 * @param placed whether every version of the class has the field at the offset
 * @param valueShape the shape of a new instance of the field's type; 0 when it has none of its own
 * @param fitting the class of what stands for shared instances of the field's type, if the field always has that type:
 *         such a value needs no look at its shape; else null
 * @param make (granules, chunk)Object of an instance in that shape
 */
public record InstanceHandle(
        ReferenceHandle handle,
        boolean placed,
        int shapeId,
        long offset,
        Class<?> type,
        int valueShape,
        Class<?> fitting,
        MethodHandle make)
        implements FieldAccess.OfObject {

    public static FieldAccess of(FieldBinding binding) {
        ReferenceHandle handle = ReferenceHandle.of(binding);
        Class<?> type = binding.field().type();
        if (InstanceClasses.has(type)) {
            try {
                // before a subclass is made, which is in the way of compilers
                int valueShape = Mappings.get().shape(type).id();
                Class<?> fitting = binding.isPlaced() ? InstanceClasses.of(type) : null;
                return new InstanceHandle(
                        handle,
                        binding.isPlaced(),
                        handle.shapeId(),
                        handle.offset(),
                        type,
                        valueShape,
                        fitting,
                        InstanceClasses.maker(type));
            } catch (SharedMemoryException e) {
                // it cannot be shared, which is an error when somebody tries: until then the field is null or holds
                // another class's object
            }
        }
        return new InstanceHandle(handle, binding.isPlaced(), handle.shapeId(), handle.offset(), type, 0, null, null);
    }

    @Override
    public Object get(Shared object) {
        long address = object.address();
        if (handle.isFinal() && Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId) {
            return loadFinal(object, address + offset);
        }
        long place = placed || Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId
                ? address + offset
                : handle.binding().place(address);
        Object value = place != 0 ? load(place) : checked(handle.binding().getAny(address));
        Reference.reachabilityFence(object);
        return value;
    }

    /**
     * What a final field refers to lives as long as the object, and so as long as the object's chunk is held: no root
     * is logged [model.final]. The load is plain: the word never changes again, and what is read at it depends on it. A
     * word that may change is checked against the log after it was loaded, so there it is opaque.
     */
    private Object loadFinal(Shared object, long place) {
        long word = Memory.getLong(place);
        Object value;
        if (word == Tag.NULL) {
            return null;
        } else if (Heap.isOfShape(word, valueShape)) {
            value = make(word, object.chunk());
        } else {
            value = checked(handle.binding().values().ofWord(object.chunk(), word));
        }
        Reference.reachabilityFence(object);
        return value;
    }

    private Object load(long place) {
        Mutator mutator = Mutator.current();
        long word = Heap.loadTagged(mutator, place);
        if (word == Tag.NULL) {
            return null;
        }
        if (Heap.isOfShape(word, valueShape)) {
            return make(word, mutator.wrapperChunk());
        }
        return checked(handle.binding().values().ofWord(mutator, word));
    }

    private Object make(long word, RootChunk chunk) {
        try {
            return (Object) make.invokeExact((int) (word >>> Layout.GRANULE_SHIFT), chunk);
        } catch (Throwable e) {
            throw Preparation.rethrow(e);
        }
    }

    private Object checked(Object value) {
        if (value == null || type.isInstance(value)) {
            return value;
        }
        throw handle.binding().mismatch(value);
    }

    @Override
    public long word(Mutator mutator, Object value) {
        if (value == null) {
            return Tag.NULL;
        }
        return offset != 0
                        && value instanceof Shared shared
                        && (value.getClass() == fitting || handle.isAccepted(shared))
                ? Segment.reference(shared.address())
                : Tag.VACANT;
    }

    @Override
    public void set(Shared object, Object value) {
        if (value == null || value instanceof Shared) {
            handle.store(object, (Shared) value, placed, value != null && value.getClass() == fitting);
        } else {
            Object stored = Immutables.stored(value);
            handle.binding().putAny(object.address(), stored); // throws for another private object
            Reference.reachabilityFence(stored);
            Reference.reachabilityFence(object);
        }
    }
}
