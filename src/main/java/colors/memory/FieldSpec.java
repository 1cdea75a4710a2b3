// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/**
 * What a field is to be: colors.h {@code cl_field_spec}. Names are granules of entities in the classes space.
 *
 * @param name the name entity
 * @param typeName the class entity for {@link Layout#TYPE_CLASS}, else 0
 * @param type one of {@code Layout.TYPE_*}
 * @param flags {@link Layout#FIELD_NULLABLE}, {@link Layout#FIELD_DECLARED}, {@link Layout#FIELD_FINAL}
 */
public record FieldSpec(int name, int typeName, int type, int flags) {
    static final long BYTES = 16;

    void write(MemorySegment target, long offset) {
        target.set(JAVA_INT, offset, name);
        target.set(JAVA_INT, offset + 4, typeName);
        target.set(JAVA_INT, offset + 8, type);
        target.set(JAVA_INT, offset + 12, flags);
    }

    /**
     * The declared width, one of {@code Layout.FIELD_INT8} and the like; 0 when the field takes all 64 bits of a
     * number.
     */
    public int width() {
        return flags & Layout.FIELD_WIDTH_MASK;
    }

    /**
     * Whether nobody stores to the field of an object that others can reach: what it refers to lives as long as the
     * object [layout.final].
     */
    public boolean isFinal() {
        return (flags & Layout.FIELD_FINAL) != 0;
    }

    /** The same field as an object gets it that was made without it: not final. */
    public FieldSpec added() {
        return isFinal() ? new FieldSpec(name, typeName, type, flags & ~Layout.FIELD_FINAL) : this;
    }

    /** Whether an integer fits the declared width. */
    public boolean takes(long value) {
        int width = width();
        return width == 0
                || width == Layout.FIELD_INT32 && value == (int) value
                || width == Layout.FIELD_INT16 && value == (short) value
                || width == Layout.FIELD_INT8 && value == (byte) value
                || width == Layout.FIELD_CHAR && value == (char) value;
    }

    /**
     * Whether a float fits the declared width, {@linkplain #rounded rounded}: only one that is too large for it does
     * not.
     */
    public boolean takes(double value) {
        return width() == 0 || Float.isFinite((float) value) || !Double.isFinite(value);
    }

    /** A float as a field of this width holds it. */
    public double rounded(double value) {
        return width() == 0 ? value : (float) value;
    }

    /** What the field's place holds; the twin of {@code cl_slot_kind_of}. */
    public SlotKind slotKind() {
        if ((flags & Layout.FIELD_NULLABLE) != 0) {
            return SlotKind.TAGGED;
        }
        if (type == Layout.TYPE_INTEGER) {
            return SlotKind.ofInteger(width());
        }
        if (type == Layout.TYPE_BOOLEAN) {
            return SlotKind.BOOLEAN;
        }
        return type != Layout.TYPE_FLOAT
                ? SlotKind.TAGGED
                : width() == Layout.FIELD_FLOAT32 ? SlotKind.FLOAT32 : SlotKind.FLOAT64;
    }
}
