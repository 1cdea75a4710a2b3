// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.Field;
import colors.Ref;
import colors.heap.FieldText;
import colors.heap.Heap;
import colors.heap.Strings;
import colors.heap.TextQuestion;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.shapes.FieldAccess;
import colors.values.Values;
import colors.wrappers.HostLanguage;
import java.lang.ref.Reference;
import java.lang.reflect.Modifier;

/**
 * A record because C2 folds the components of a constant record, not the final fields of another class.
 *
 * @param placed whether the objects that it gets are known to have the field at the offset
 * @param plain whether the first load is, as that of a private field: what is not in the word itself is loaded again
 */
public record StringHandle(
        FieldBinding binding, boolean isFinal, boolean placed, boolean plain, int shapeId, long offset)
        implements Field.OfString<Object>, FieldAccess.OfObject {

    public static StringHandle of(FieldBinding binding) {
        return new StringHandle(binding, binding.isFinal(), false, false, binding.shapeId(), binding.offset());
    }

    /** For instances of the class that the binding is of. */
    public static StringHandle ofInstances(FieldBinding binding) {
        boolean plain = !Modifier.isVolatile(binding.field().field().getModifiers());
        return new StringHandle(
                binding,
                binding.isFinal(),
                binding.isPlaced() && !binding.isFinal(),
                plain,
                binding.shapeId(),
                binding.offset());
    }

    @Override
    public String name() {
        return binding.field().name();
    }

    @Override
    public String get(Ref<?> object) {
        return get((Shared) object);
    }

    @Override
    public String get(Shared object) {
        long address = object.address();
        Object value = placed || Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId
                ? load(object, address + offset)
                : binding.getAny(address);
        Reference.reachabilityFence(object);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw binding.mismatch(value);
    }

    /**
     * A short text is no reference, one that was read before needs no root, and that of a final field lives as long as
     * the object: nothing is logged.
     */
    private Object load(Shared object, long place) {
        long word = first(place);
        if (Tag.isString(word)) {
            return Strings.ofWord(word);
        }
        String recent = Strings.recent(place);
        return recent != null ? recent : loadUnknown(object, place, word);
    }

    private Object loadUnknown(Shared object, long place, long loaded) {
        long word = loaded;
        RootChunk chunk = object.chunk();
        if (!isFinal) {
            Mutator mutator = Mutator.current();
            word = Heap.loadTagged(mutator, place);
            chunk = mutator.wrapperChunk();
        }
        Object value = HostLanguage.VALUES.ofWord(chunk, word);
        Strings.remember(word, value);
        return value;
    }

    private long first(long place) {
        return plain ? Memory.getLong(place) : Memory.getLongAcquire(place);
    }

    /**
     * Asks the string where it is; NONE if none is known to be there. That of a final field lives as long as the
     * object.
     */
    private long ask(Shared object, TextQuestion question, Object other, int index) {
        long address = object.address();
        long answer = TextQuestion.NONE;
        if (placed || Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId) {
            long word = first(address + offset);
            if (Tag.isString(word) || isFinal && TextQuestion.mayAsk(word)) {
                answer = question.answer(word, other, index);
            } else if (Tag.isReference(word) && !isFinal) {
                answer = question.ask(Mutator.current(), address + offset, other, index);
            }
        }
        Reference.reachabilityFence(object);
        return answer;
    }

    @Override
    public Object text(Shared object) {
        long address = object.address();
        RootChunk chunk = isFinal ? object.chunk() : null;
        long word = Tag.VACANT; // of no string
        if (placed || Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId) {
            word = first(address + offset);
            if (Tag.isReference(word) && !isFinal) {
                Mutator mutator = Mutator.current();
                word = Heap.loadTagged(mutator, address + offset);
                chunk = mutator.wrapperChunk();
            }
        }
        Object text = word == Tag.NULL || TextQuestion.mayAsk(word) ? FieldText.of(word, chunk) : get(object);
        Reference.reachabilityFence(object);
        return text;
    }

    @Override
    public int length(Shared object) {
        long answer = ask(object, TextQuestion.LENGTH, null, 0);
        return answer == TextQuestion.NONE ? OfObject.super.length(object) : (int) answer;
    }

    @Override
    public int hash(Shared object) {
        long answer = ask(object, TextQuestion.HASH, null, 0);
        return answer == TextQuestion.NONE ? OfObject.super.hash(object) : (int) answer;
    }

    @Override
    public boolean isEqual(Shared object, Object other) {
        long answer = ask(object, TextQuestion.EQUAL, other, 0);
        return answer == TextQuestion.NONE ? OfObject.super.isEqual(object, other) : answer != 0;
    }

    @Override
    public char charAt(Shared object, int index) {
        long answer = ask(object, TextQuestion.CHAR, null, index);
        return answer == TextQuestion.NONE ? OfObject.super.charAt(object, index) : (char) answer;
    }

    @Override
    public boolean isNull(Shared object) {
        long address = object.address();
        boolean isNull = placed || Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId
                ? first(address + offset) == Tag.NULL
                : OfObject.super.isNull(object);
        Reference.reachabilityFence(object);
        return isNull;
    }

    @Override
    public int length(Ref<?> object) {
        return length((Shared) object);
    }

    @Override
    public int hash(Ref<?> object) {
        return hash((Shared) object);
    }

    @Override
    public char charAt(Ref<?> object, int index) {
        return charAt((Shared) object, index);
    }

    @Override
    public boolean isEqual(Ref<?> object, String other) {
        return FieldText.same(text((Shared) object), other);
    }

    @Override
    public boolean areEqual(Ref<?> object, Ref<?> other) {
        return FieldText.same(text((Shared) object), text((Shared) other));
    }

    @Override
    public int compare(Ref<?> object, String other) {
        return FieldText.compareTo(text((Shared) object), other);
    }

    @Override
    public int compare(Ref<?> object, Ref<?> other) {
        return FieldText.compareTo(text((Shared) object), text((Shared) other));
    }

    @Override
    public boolean startsWith(Ref<?> object, String prefix) {
        return FieldText.startsWith(text((Shared) object), prefix);
    }

    @Override
    public boolean endsWith(Ref<?> object, String suffix) {
        return FieldText.endsWith(text((Shared) object), suffix);
    }

    @Override
    public int indexOf(Ref<?> object, String part) {
        return FieldText.indexOf(text((Shared) object), part);
    }

    @Override
    public long word(Mutator mutator, Object value) {
        return value == null ? Tag.NULL : offset == 0 ? Tag.VACANT : Strings.wordOf(mutator, (String) value);
    }

    @Override
    public void set(Ref<?> object, String value) {
        set((Shared) object, value);
    }

    @Override
    public void set(Shared object, Object value) {
        long address = object.address();
        if (placed || Memory.getInt(address + Layout.OBJECT_SHAPE) == shapeId) {
            Mutator mutator = Mutator.current();
            long word = Values.wordOf(mutator, value);
            if (isFinal) {
                binding.storeFinal(mutator, address + offset, word);
            } else {
                Heap.storeTagged(mutator, address + offset, word);
            }
        } else {
            binding.putAny(address, value);
        }
        Reference.reachabilityFence(object);
    }

    @Override
    public boolean compareAndSet(Ref<?> object, String expected, String value) {
        return AtomicField.compareAndSet(binding, (Shared) object, expected, value);
    }

    @Override
    public String getAndSet(Ref<?> object, String value) {
        Object old = AtomicField.getAndSet(binding, (Shared) object, value, HostLanguage.WRAPPERS);
        if (old == null || old instanceof String) {
            return (String) old;
        }
        throw binding.mismatch(old);
    }

    @Override
    public Number getAndAdd(Ref<?> object, Number delta) {
        return (Number) AtomicField.getAndAdd(binding, (Shared) object, delta); // throws: it holds no number
    }
}
