// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.Sizes;
import colors.memory.SlotKind;
import colors.roots.Mutator;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Flat arrays (docs/layout.md, layout.flat) at addresses whose objects the caller keeps alive: elements of one slot
 * kind behind the header. Kind and length never change, so a number or boolean is one load or store, without an
 * operation, a lock or a look-up; a tagged word is loaded and stored as that of a field.
 */
public final class Flats {
    /** What elements are: the names are those of the API in all languages. */
    private record Element(int kind, String name, Class<?> component, SlotKind slot) {}

    private static final List<Element> ELEMENTS = List.of(
            new Element(Layout.SLOT_INT8, "int8", byte.class, SlotKind.INT8),
            new Element(Layout.SLOT_INT16, "int16", short.class, SlotKind.INT16),
            new Element(Layout.SLOT_INT32, "int32", int.class, SlotKind.INT32),
            new Element(Layout.SLOT_INT64, "int64", long.class, SlotKind.INT64),
            new Element(Layout.SLOT_CHAR, "char", char.class, SlotKind.CHAR),
            new Element(Layout.SLOT_FLOAT32, "float32", float.class, SlotKind.FLOAT32),
            new Element(Layout.SLOT_FLOAT64, "float64", double.class, SlotKind.FLOAT64),
            new Element(Layout.SLOT_BOOLEAN, "boolean", boolean.class, SlotKind.BOOLEAN),
            new Element(Layout.SLOT_TAGGED, "references", Object.class, SlotKind.TAGGED));
    private static final Element[] BY_KIND =
            new Element[1 + ELEMENTS.stream().mapToInt(Element::kind).max().orElse(0)];
    private static final long START = Layout.OBJECT_HEADER_BYTES;

    /** Bytes that all elements of one array can have. */
    public static final int BYTES_MAX = Layout.FLAT_BYTES_MAX;

    static {
        ELEMENTS.forEach(element -> BY_KIND[element.kind] = element);
    }

    private Flats() {}

    /** Whether the shape is that of a flat array. */
    public static boolean isFlat(int shape) {
        return shape == Segment.SHAPE_FLAT;
    }

    // ---- kinds --------------------------------------------------------------------------------------

    /** The kind of an array's elements: one of {@code Layout.SLOT_*}. */
    public static int kind(long array) {
        return Memory.getInt(array + Layout.OBJECT_EXTENSION);
    }

    /** The kind for elements of a Java type: of a class it is tagged; 0 when there is none. */
    public static int kindOf(Class<?> component) {
        if (component != null && !component.isPrimitive()) {
            return Layout.SLOT_TAGGED;
        }
        return ELEMENTS.stream()
                .filter(element -> element.component == component)
                .mapToInt(Element::kind)
                .findFirst()
                .orElse(0);
    }

    /** The kind of numbers or booleans of that name, such as {@code int32}; 0 when there is none. */
    public static int kindOf(String name) {
        return ELEMENTS.stream()
                .filter(element -> !isTagged(element.kind) && element.name.equals(name))
                .mapToInt(Element::kind)
                .findFirst()
                .orElse(0);
    }

    /** All such names, for an error message. */
    public static String names() {
        return String.join(
                ", ",
                ELEMENTS.stream()
                        .filter(element -> !isTagged(element.kind))
                        .map(Element::name)
                        .toList());
    }

    public static String name(int kind) {
        return BY_KIND[kind].name;
    }

    /** The Java type of such elements: {@code int.class} and so on. */
    public static Class<?> componentType(int kind) {
        return BY_KIND[kind].component;
    }

    /** How such elements are loaded and stored. */
    public static SlotKind slotKind(int kind) {
        return BY_KIND[kind].slot;
    }

    public static boolean isFloat(int kind) {
        return kind == Layout.SLOT_FLOAT64 || kind == Layout.SLOT_FLOAT32;
    }

    /** Whether the elements are tagged words: values of any kind, references among them. */
    public static boolean isTagged(int kind) {
        return kind == Layout.SLOT_TAGGED;
    }

    /** The binary logarithm of an element's bytes. */
    public static int shift(int kind) {
        return Integer.numberOfTrailingZeros(BY_KIND[kind].slot.bytes());
    }

    /** Whether such elements have room for an integer; of booleans 0 and 1. */
    public static boolean fits(int kind, long value) {
        return kind == Layout.SLOT_INT64
                || kind == Layout.SLOT_INT32 && value == (int) value
                || kind == Layout.SLOT_INT16 && value == (short) value
                || kind == Layout.SLOT_INT8 && value == (byte) value
                || kind == Layout.SLOT_CHAR && value == (char) value
                || kind == Layout.SLOT_BOOLEAN && (value == 0 || value == 1);
    }

    /** Whether such elements have room for a float, rounded. */
    public static boolean fits(int kind, double value) {
        return kind == Layout.SLOT_FLOAT64 || Float.isFinite((float) value) || !Double.isFinite(value);
    }

    /** What fits, as an error message names it: "integer from -128 to 127". */
    public static String rangeText(int kind) {
        if (kind == Layout.SLOT_BOOLEAN || kind == Layout.SLOT_TAGGED) {
            return kind == Layout.SLOT_BOOLEAN ? "boolean" : "value or shared object";
        }
        return isFloat(kind)
                ? kind == Layout.SLOT_FLOAT32 ? "float of 32 bits" : "float"
                : kind == Layout.SLOT_INT64
                        ? "integer of 64 bits"
                        : "integer from "
                                + (kind == Layout.SLOT_INT8
                                        ? "-128 to 127"
                                        : kind == Layout.SLOT_INT16
                                                ? "-32768 to 32767"
                                                : kind == Layout.SLOT_CHAR
                                                        ? "0 to 65535"
                                                        : "-2147483648 to 2147483647");
    }

    // ---- arrays -------------------------------------------------------------------------------------

    /**
     * Makes an array of zeros, or of nulls; the mutator's current chunk roots it. Returns its address. Throws
     * SharedMemoryException (ARGUMENT) when it is too long.
     */
    public static long allocate(Mutator mutator, int kind, int length) {
        return allocateInto(mutator, kind, length, null, 0);
    }

    /** The same, with the bytes of a segment, whose size is a multiple of the width. */
    public static long allocate(Mutator mutator, int kind, MemorySegment content) {
        return allocateInto(mutator, kind, length(kind, content), content, 0);
    }

    /** The same, reachable by an empty tagged place of an object that nobody else can reach yet; 0: logged. */
    public static long allocateInto(Mutator mutator, int kind, MemorySegment content, long place) {
        return allocateInto(mutator, kind, length(kind, content), content, place);
    }

    /** The same, of zeros or nulls. */
    public static long allocateInto(Mutator mutator, int kind, int length, long place) {
        return allocateInto(mutator, kind, length, null, place);
    }

    private static int length(int kind, MemorySegment content) {
        return (int) Math.min(content.byteSize() >>> shift(kind), Integer.MAX_VALUE);
    }

    private static long allocateInto(Mutator mutator, int kind, int length, MemorySegment content, long place) {
        long bytes = (long) length << shift(kind);
        if (length < 0 || bytes > BYTES_MAX) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a flat array of " + length + " elements of "
                            + slotKind(kind).bytes() + " bytes was asked for; expected 0 to "
                            + (BYTES_MAX >>> shift(kind)) + " elements");
        }
        Block object = Block.allocate(mutator, Sizes.rounded(START + bytes));
        object.putInt(Layout.OBJECT_SHAPE, Segment.SHAPE_FLAT);
        object.putInt(Layout.OBJECT_LENGTH, (int) bytes);
        object.putInt(Layout.OBJECT_EXTENSION, kind);
        if (content != null) {
            object.copyIn(content, START);
        }
        Heap.publish(mutator, object.address(), place);
        return object.address();
    }

    /** The number of elements. */
    public static int size(long array) {
        return size(array, kind(array));
    }

    static int size(long array, int kind) {
        return Memory.getInt(array + Layout.OBJECT_LENGTH) >>> shift(kind);
    }

    /** The address of an element, whose index the caller checked. */
    public static long place(long array, int kind, int index) {
        return array + START + ((long) index << shift(kind));
    }

    /** An integer, char or boolean (0 or 1), as others see it at some time: opaque. The caller checked the index. */
    public static long getInteger(long array, int kind, int index) {
        return slotKind(kind).getOpaque(place(array, kind, index));
    }

    public static double getFloat(long array, int kind, int index) {
        return Double.longBitsToDouble(slotKind(kind).getOpaque(place(array, kind, index)));
    }

    /** Stores an integer, char or boolean that fits. The caller checked the index. */
    public static void setInteger(long array, int kind, int index, long value) {
        Segment.checkWritable();
        slotKind(kind).putOpaque(place(array, kind, index), value);
    }

    /** Stores a float, rounded to the width. */
    public static void setFloat(long array, int kind, int index, double value) {
        setInteger(array, kind, index, Double.doubleToRawLongBits(value));
    }

    /** Loads a tagged element; a reference is logged in the mutator's current chunk. The caller checked the index. */
    public static long loadTagged(Mutator mutator, long array, int index) {
        return Heap.loadTagged(mutator, place(array, Layout.SLOT_TAGGED, index));
    }

    /** The same without the change of chunks: as {@link Heap#tryLoadTagged}. */
    public static long tryLoadTagged(Mutator mutator, long array, int index) {
        return Heap.tryLoadTagged(mutator, place(array, Layout.SLOT_TAGGED, index));
    }

    /**
     * Whether a tagged element is that reference, to an object that the caller keeps alive. The caller checked the
     * index.
     */
    public static boolean refersTo(long array, int index, long reference) {
        return Memory.getLongAcquire(place(array, Layout.SLOT_TAGGED, index)) == reference;
    }

    /** Stores a tagged element, a root of the caller's. */
    public static void storeTagged(Mutator mutator, long array, int index, long word) {
        Segment.checkWritable();
        Heap.storeTagged(mutator, place(array, Layout.SLOT_TAGGED, index), word);
    }

    /** A number or boolean in a box: Long, Double or Boolean, as a list gives it. */
    public static Object get(long array, int kind, int index) {
        long bits = getInteger(array, kind, index);
        return kind == Layout.SLOT_BOOLEAN
                ? (Object) (bits != 0)
                : isFloat(kind) ? (Object) Double.longBitsToDouble(bits) : (Object) bits;
    }

    /** The elements themselves. Valid while the array is alive. */
    public static MemorySegment memory(long array) {
        return Segment.view(array + START, Memory.getInt(array + Layout.OBJECT_LENGTH));
    }
}
