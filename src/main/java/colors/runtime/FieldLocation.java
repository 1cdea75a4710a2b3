// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

/**
 * A field of one shape and where its slot is.
 *
 * @param name its name
 * @param spec what it is
 * @param isPlaced whether every version of the class has it at this place, and always will [layout.pins]
 * @param slotKind one of {@code Layout.SLOT_*}
 * @param typeName the name of its class when its type is {@link Layout#TYPE_CLASS}, else null
 * @param block -1 when the slot is in the object itself, else the number of the extension block
 * @param offset bytes from the start of the object or of the block
 */
public record FieldLocation(String name, FieldSpec spec, boolean isPlaced, int slotKind, String typeName, int block, long offset) {

    /** The location of slot {@code slot} of a shape whose objects hold {@code inlineSlots} themselves. */
    static FieldLocation of(String name, FieldSpec spec, boolean isPlaced, int slotKind, String typeName, int slot, int inlineSlots) {
        if (slot < 0) {
            throw new IllegalStateException("the shape of field " + name + " is corrupt: slot " + slot);
        }
        if (slot < inlineSlots) {
            return new FieldLocation(name, spec, isPlaced, slotKind, typeName, -1, Layout.OBJECT_HEADER_BYTES + 8L * slot);
        }
        int index = slot - inlineSlots;
        int block = 31 - Integer.numberOfLeadingZeros(index / Layout.EXTENSION_SLOTS + 1);
        int before = Layout.EXTENSION_SLOTS * ((1 << block) - 1);
        return new FieldLocation(name, spec, isPlaced, slotKind, typeName, block, Layout.OBJECT_HEADER_BYTES + 8L * (index - before));
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

    /** The type with its declared width, as a message about a value that does not fit names it: "integer from -128 to 127". */
    public String rangeText() {
        int width = spec.width();
        if (width == 0) {
            return typeText();
        }
        return width == Layout.FIELD_FLOAT32 ? "float of 32 bits"
                        : "integer from " + (width == Layout.FIELD_INT8 ? "-128 to 127" : width == Layout.FIELD_INT16 ? "-32768 to 32767" : width == Layout.FIELD_CHAR ? "0 to 65535" : "-2147483648 to 2147483647");
    }

    /** The type as a message names it: "integer", "company.Employee". */
    public String typeText() {
        return typeName != null ? typeName : SharedShape.typeText(spec.type());
    }
}
