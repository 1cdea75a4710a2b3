// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.heap.Heap;
import colors.heap.Strings;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.Tag;
import colors.roots.Shared;

/**
 * Compares a key with a word of a table inside a heap operation, as far as that needs neither memory nor the program:
 * the fast half of {@link Equality}.
 */
final class Keys {
    static final int DIFFERENT = 0;
    static final int EQUAL = 1;
    static final int UNDECIDED = 2;

    private Keys() {}

    /** {@link Equality#hash}, with the common keys first. */
    static int hash(Object key, Equality.Objects objects) {
        return key instanceof String text
                ? text.hashCode()
                : key instanceof Long number ? Long.hashCode(number) : Equality.hash(key, objects);
    }

    static int match(long word, Object key) {
        if (key instanceof String text) {
            return of(
                    Tag.isString(word)
                            ? word == Tag.ofString(text)
                            : Tag.isReference(word) && isOf(Segment.address(word), text));
        }
        if (Tag.isInteger(word) && key instanceof Long number) {
            return of(number == Tag.toInteger(word));
        }
        if (word == Tag.VACANT || Tag.isString(word)) {
            return DIFFERENT;
        }
        if (Tag.isReference(word)) {
            return matchReference(Segment.address(word), key);
        }
        if (Tag.isInteger(word)) {
            return matchNumber(Tag.toInteger(word), key);
        }
        if (Tag.isFloat(word)) {
            return matchNumber(Tag.toFloat(word), key);
        }
        return of(word == Tag.NULL ? key == null : key instanceof Boolean bool && bool == (word == Tag.TRUE));
    }

    private static boolean isOf(long object, String text) {
        return Heap.shapeId(object) == Segment.SHAPE_STRING && Strings.equals(object, text);
    }

    private static int of(boolean equal) {
        return equal ? EQUAL : DIFFERENT;
    }

    private static int matchReference(long object, Object key) {
        int shape = Heap.shapeId(object);
        if (shape == Segment.SHAPE_STRING) {
            return DIFFERENT;
        }
        if (shape == Segment.SHAPE_BOX_INTEGER) {
            return matchNumber(Memory.getLong(object + Layout.OBJECT_HEADER_BYTES), key);
        }
        if (shape == Segment.SHAPE_BOX_FLOAT) {
            return matchNumber(Double.longBitsToDouble(Memory.getLong(object + Layout.OBJECT_HEADER_BYTES)), key);
        }
        return key instanceof Shared shared && shared.address() == object ? EQUAL : key == null ? DIFFERENT : UNDECIDED;
    }

    private static int matchNumber(Object number, Object key) {
        return key instanceof Number || key instanceof Character ? of(Equality.equal(number, key)) : DIFFERENT;
    }
}
