// SPDX-License-Identifier: Apache-2.0
package colors.shapes;

import colors.memory.FieldSpec;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.SlotKind;

/**
 * A field of one shape and where it is.
 *
 * @param name its name
 * @param spec what it is
 * @param isPlaced whether every version of the class has it at this place, and always will [layout.pins]
 * @param slotKind what its place holds
 * @param typeName the name of its class when its type is {@link Layout#TYPE_CLASS}, else null
 * @param block -1 when it is in the object itself, else the number of the extension block
 * @param offset bytes from the start of the object or of the block
 */
public record FieldLocation(
        String name, FieldSpec spec, boolean isPlaced, SlotKind slotKind, String typeName, int block, long offset) {

    /** The location of slot {@code slot} of a shape whose objects hold {@code inlineSlots} themselves. */
    static FieldLocation of(
            String name,
            FieldSpec spec,
            boolean isPlaced,
            SlotKind slotKind,
            String typeName,
            int slot,
            int firstByte,
            int inlineSlots) {
        if (slot < 0) {
            throw new IllegalStateException("the shape of field " + name + " is corrupt: slot " + slot);
        }
        if (slot < inlineSlots) {
            return new FieldLocation(
                    name, spec, isPlaced, slotKind, typeName, -1, Layout.OBJECT_HEADER_BYTES + 8L * slot + firstByte);
        }
        int index = slot - inlineSlots;
        int block = 31 - Integer.numberOfLeadingZeros(index / Layout.EXTENSION_SLOTS + 1);
        int before = Layout.EXTENSION_SLOTS * ((1 << block) - 1);
        return new FieldLocation(
                name,
                spec,
                isPlaced,
                slotKind,
                typeName,
                block,
                Layout.OBJECT_HEADER_BYTES + 8L * (index - before) + firstByte);
    }

    /** Whether the place holds a tagged word, not the bytes of a number or boolean. */
    public boolean isTagged() {
        return slotKind == SlotKind.TAGGED;
    }

    /** Whether it holds a float of any width. */
    public boolean isRawFloat() {
        return slotKind == SlotKind.FLOAT64 || slotKind == SlotKind.FLOAT32;
    }

    /** Whether the slot is in the object itself. */
    public boolean isInline() {
        return block < 0;
    }

    /** Whether a static language fixed the type. */
    public boolean isDeclared() {
        return (spec.flags() & Layout.FIELD_DECLARED) != 0;
    }

    /** {@link FieldSpec#isFinal}. */
    public boolean isFinal() {
        return spec.isFinal();
    }

    public boolean isNullable() {
        return (spec.flags() & Layout.FIELD_NULLABLE) != 0;
    }

    public int type() {
        return spec.type();
    }

    /** The address of the slot in an object of this shape. Extension blocks are chained and never move. */
    public long place(long object) {
        long at = object;
        for (int i = 0; i <= block; i++) {
            int granules = Memory.getIntAcquire(at + Layout.OBJECT_EXTENSION);
            if (granules == 0) { // or the place would be in the segment's header
                throw new AssertionError("an object lacks the extension block that its shape says");
            }
            at = Segment.ofGranules(granules);
        }
        return at + offset;
    }

    /** What a raw field holds in an object of this shape: the bits of a long or of a double. */
    public long loadBits(long object) {
        return slotKind.getOpaque(place(object));
    }

    /** Stores to a raw field what its width takes. */
    public void storeBits(long object, long bits) {
        slotKind.putOpaque(place(object), bits);
    }

    /**
     * The type with its declared width, as a message about a value that does not fit names it: "integer from -128 to
     * 127".
     */
    public String rangeText() {
        int width = spec.width();
        if (width == 0) {
            return typeText();
        }
        return width == Layout.FIELD_FLOAT32
                ? "float of 32 bits"
                : "integer from "
                        + (width == Layout.FIELD_INT8
                                ? "-128 to 127"
                                : width == Layout.FIELD_INT16
                                        ? "-32768 to 32767"
                                        : width == Layout.FIELD_CHAR ? "0 to 65535" : "-2147483648 to 2147483647");
    }

    /** The type as a message names it: "integer", "company.Employee". */
    public String typeText() {
        return typeName != null ? typeName : SharedShape.typeText(spec.type());
    }
}
