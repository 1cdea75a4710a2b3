// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.heap.Heap;
import colors.heap.Strings;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.roots.Surrogates;
import colors.shapes.FieldLocation;
import java.lang.ref.Reference;

/**
 * Values that cross the border: slot contents as Java objects (Long, Double, Boolean, String, null or a wrapper of a
 * shared object) and back. The slow, general path of every language; a language says how it wraps an object.
 */
public final class Values {

    /** Makes what a language has for a shared object: a {@link Shared}, or a value of its own. */
    public interface Wrapper {
        Object wrap(long address, RootChunk chunk);

        /** The language's own value for one that {@link ValueClass#read} gave. */
        default Object value(Object core) {
            return core;
        }
    }

    private final Wrapper wrapper;

    public Values(Wrapper wrapper) {
        this.wrapper = wrapper;
    }

    /** Reads a field of an object that the caller keeps alive. */
    public Object get(Mutator mutator, long object, FieldLocation field) {
        if (field.isTagged()) {
            return load(mutator, field.place(object));
        }
        long bits = field.loadBits(object);
        if (field.isRawFloat()) {
            return Double.longBitsToDouble(bits);
        }
        return field.type() == Layout.TYPE_BOOLEAN ? (Object) (bits != 0) : (Object) bits;
    }

    /** Reads a tagged slot. */
    public Object load(Mutator mutator, long place) {
        long word = Heap.loadTagged(mutator, place);
        return ofWord(mutator, word);
    }

    /** The value of a tagged word; a reference must have been logged in the mutator's current chunk. */
    public Object ofWord(Mutator mutator, long word) {
        return ofWord(mutator.wrapperChunk(), word);
    }

    /** The value of a tagged word; a reference must have been logged in that chunk. */
    public Object ofWord(RootChunk chunk, long word) {
        if (word == Tag.NULL) {
            return null;
        }
        if (Tag.isReference(word)) {
            return ofReference(chunk, word);
        }
        if (Tag.isString(word)) {
            return Strings.ofWord(word);
        }
        return Tag.isInteger(word)
                ? (Object) Tag.toInteger(word)
                : Tag.isFloat(word) ? (Object) Tag.toFloat(word) : (Object) (word == Tag.TRUE);
    }

    /** The value of an element of a list, of a kind of {@code Layout.SLOT_*}; a reference as for {@link #ofWord}. */
    public Object ofElement(Mutator mutator, int kind, long bits) {
        return ofElement(mutator.wrapperChunk(), kind, bits);
    }

    /** The same; a reference must be kept alive by that chunk. */
    public Object ofElement(RootChunk chunk, int kind, long bits) {
        return kind == Layout.SLOT_INT64
                ? (Object) bits
                : kind == Layout.SLOT_FLOAT64 ? (Object) Double.longBitsToDouble(bits) : ofWord(chunk, bits);
    }

    private Object ofReference(RootChunk chunk, long word) {
        long object = Segment.address(word);
        int shape = Heap.shapeId(object);
        Object result;
        if (shape == Segment.SHAPE_STRING) {
            result = Strings.read(object);
        } else if (shape == Segment.SHAPE_BOX_INTEGER) {
            result = Memory.getLong(object + Layout.OBJECT_HEADER_BYTES);
        } else if (shape == Segment.SHAPE_BOX_FLOAT) {
            result = Double.longBitsToDouble(Memory.getLong(object + Layout.OBJECT_HEADER_BYTES));
        } else if (ValueClass.isValueShape(shape)) {
            result = wrapper.value(ValueClass.read(object));
        } else {
            result = wrapper.wrap(object, chunk);
        }
        Reference.reachabilityFence(chunk);
        return result;
    }

    /**
     * The tagged word of a value; scalars that do not fit a word are copied to shared memory. The word is rooted by the
     * mutator's current chunk or by {@code value}.
     */
    public static long wordOf(Mutator mutator, Object value) {
        return switch (value) {
            case null -> Tag.NULL;
            case Shared shared -> Segment.reference(shared.address());
            case String text -> Strings.wordOf(mutator, text);
            case FrozenValue frozen -> Segment.reference(frozen.allocate(mutator));
            case Boolean bool -> Tag.ofBoolean(bool);
            case Double number -> wordOfFloat(mutator, number);
            case Float number -> wordOfFloat(mutator, number);
            case Character character -> Tag.ofInteger(character);
            case Number number when isInteger(number) -> wordOfInteger(mutator, number.longValue());
            case Object immutable
            when ValueClass.isValue(immutable) -> Segment.reference(ValueClass.allocate(mutator, immutable));
            default -> Segment.reference(sharedArray(value).address());
        };
    }

    public static long wordOfInteger(Mutator mutator, long value) {
        return Tag.fitsInteger(value)
                ? Tag.ofInteger(value)
                : Segment.reference(Heap.allocateBox(mutator, Segment.SHAPE_BOX_INTEGER, value));
    }

    public static long wordOfFloat(Mutator mutator, double value) {
        return Tag.fitsFloat(value)
                ? Tag.ofFloat(value)
                : Segment.reference(
                        Heap.allocateBox(mutator, Segment.SHAPE_BOX_FLOAT, Double.doubleToRawLongBits(value)));
    }

    public static boolean isInteger(Object value) {
        return value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
    }

    private static Shared sharedArray(Object value) {
        Shared array = Surrogates.find(value);
        if (array == null) {
            throw PrivateReference.of(value);
        }
        return array;
    }
}
