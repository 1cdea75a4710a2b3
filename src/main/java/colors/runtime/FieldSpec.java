// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/**
 * What a field is to be: colors.h {@code cl_field_spec}. Names are granules of entities in the classes space.
 *
 * @param name the name entity
 * @param typeName the class entity for {@link Layout#TYPE_CLASS}, else 0
 * @param type one of {@code Layout.TYPE_*}
 * @param flags {@link Layout#FIELD_NULLABLE}, {@link Layout#FIELD_DECLARED}
 */
public record FieldSpec(int name, int typeName, int type, int flags) {
    static final long BYTES = 16;

    void write(MemorySegment target, long offset) {
        target.set(JAVA_INT, offset, name);
        target.set(JAVA_INT, offset + 4, typeName);
        target.set(JAVA_INT, offset + 8, type);
        target.set(JAVA_INT, offset + 12, flags);
    }

    /** Whether the field's slot holds an int64, a float64 or a tagged word; the twin of {@code cl_slot_kind_of}. */
    public int slotKind() {
        if ((flags & Layout.FIELD_NULLABLE) != 0) {
            return Layout.SLOT_TAGGED;
        }
        if (type == Layout.TYPE_INTEGER || type == Layout.TYPE_BOOLEAN) {
            return Layout.SLOT_INT64;
        }
        return type == Layout.TYPE_FLOAT ? Layout.SLOT_FLOAT64 : Layout.SLOT_TAGGED;
    }
}
