// SPDX-License-Identifier: Apache-2.0
package colors.shapes;

import colors.heap.Heap;
import colors.memory.FieldSpec;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Native;
import colors.memory.Segment;
import colors.memory.SlotKind;
import colors.names.ReservedNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A shape (one version of a shared class) as read from the segment: immutable, one instance per process and shape. */
public final class SharedShape {
    private static final ConcurrentHashMap<Integer, SharedShape> BY_ID = new ConcurrentHashMap<>();
    private static final String[] TYPE_TEXT = {
        "?", "any", "integer", "float", "boolean", "string", "binary", "list", "set", "map", "class"
    };

    private final int id;
    private final int classEntity;
    private final String className;
    private final int version;
    private final int kind;
    private final int inlineSlots;
    private final boolean compact;
    private final List<FieldLocation> fields;
    private final Map<String, FieldLocation> byName = new HashMap<>();

    private SharedShape(int id) {
        long address = Segment.CLASSES + (Integer.toUnsignedLong(id) << Layout.GRANULE_SHIFT);
        this.id = id;
        classEntity = Memory.getInt(address + Layout.SHAPE_CLASS_ENTITY);
        className = classEntity == 0 ? "" : Entities.name(classEntity);
        version = Memory.getInt(address + Layout.SHAPE_VERSION);
        kind = Memory.getInt(address + Layout.SHAPE_KIND);
        inlineSlots = Memory.getInt(address + Layout.SHAPE_INLINE_SLOTS);
        compact = inlineSlots == Memory.getInt(address + Layout.SHAPE_TOTAL_SLOTS)
                && Memory.getInt(address + Layout.SHAPE_REMOVED_COUNT) == 0;
        fields = List.copyOf(readFields(address));
        for (FieldLocation field : fields) {
            byName.put(field.name(), field);
        }
    }

    private List<FieldLocation> readFields(long address) {
        List<FieldLocation> result = new ArrayList<>();
        int count = Memory.getInt(address + Layout.SHAPE_FIELD_COUNT);
        for (int i = 0; i < count; i++) {
            long at = address + Layout.SHAPE_FIELDS + (long) i * Layout.FIELD_BYTES;
            int flags = Byte.toUnsignedInt(Memory.getByteOpaque(at + Layout.FIELD_FLAGS));
            if ((flags & Layout.FIELD_REMOVED) == 0) {
                int name = Memory.getInt(at + Layout.FIELD_NAME);
                int typeName = Memory.getInt(at + Layout.FIELD_TYPE_NAME);
                FieldSpec spec = new FieldSpec(
                        name, typeName, Memory.getByteOpaque(at + Layout.FIELD_TYPE), flags & ~Layout.FIELD_PLACED);
                result.add(FieldLocation.of(
                        Entities.name(name),
                        spec,
                        (flags & Layout.FIELD_PLACED) != 0,
                        SlotKind.of(Memory.getByteOpaque(at + Layout.FIELD_SLOT_KIND)),
                        typeName == 0 ? null : Entities.name(typeName),
                        Memory.getInt(at + Layout.FIELD_SLOT),
                        Memory.getByteOpaque(at + Layout.FIELD_BYTE),
                        inlineSlots));
            }
        }
        return result;
    }

    /** The shape with this id, which an object's shape word held. */
    public static SharedShape of(int id) {
        SharedShape shape = BY_ID.get(id);
        return shape != null ? shape : BY_ID.computeIfAbsent(id, SharedShape::new);
    }

    /** The shape an object has now. */
    public static SharedShape ofObject(long object) {
        return of(Heap.shapeId(object));
    }

    /** The version of a class with exactly these fields, made if there is none. */
    public static SharedShape intern(String className, List<FieldSpec> fields) {
        ReservedNames.check(className);
        // those that are pinned are as they were declared
        return of(Native.shapeIntern(
                Entities.classNamed(className),
                fields.stream().map(FieldSpec::added).toList()));
    }

    /**
     * Pins the fields of a static language's class [layout.pins], and gives the version that has exactly the pinned
     * ones. Those that were pinned before are as they were declared first.
     *
     * @param declarer who, for messages: "Java class company.Employee"
     */
    public static SharedShape declare(String className, List<FieldSpec> fields, String declarer) {
        ReservedNames.check(className);
        return of(Native.shapeDeclare(Entities.classNamed(className), fields, Entities.name(declarer)));
    }

    /** The version that has exactly the fields of a class that are pinned now; null when none are. */
    public static SharedShape pinsOf(int classEntity) {
        int newest = newestOf(classEntity);
        int pins = newest == 0
                ? 0
                : Memory.getInt(
                        Segment.CLASSES + (Integer.toUnsignedLong(newest) << Layout.GRANULE_SHIFT) + Layout.SHAPE_PINS);
        return pins == 0 ? null : of(pins);
    }

    /** The same by the class's name. */
    public static SharedShape pinsOf(String className) {
        return pinsOf(Entities.classNamed(className));
    }

    /** The id of the newest version of a class; 0: there is none. */
    public static int newestOf(int classEntity) {
        return (int) Memory.getLongAcquire(Segment.ofGranules(classEntity) + Layout.ENTITY_VALUE);
    }

    /** The published versions of a class, newest first; empty when there is no such class. */
    public static List<SharedShape> versionsOf(int classEntity) {
        List<SharedShape> result = new ArrayList<>();
        int next = newestOf(classEntity);
        while (next != 0) {
            result.add(of(next));
            next = Memory.getInt(
                    Segment.CLASSES + (Integer.toUnsignedLong(next) << Layout.GRANULE_SHIFT) + Layout.SHAPE_OLDER);
        }
        return result;
    }

    /**
     * The type of this type: a shape is an object of the segment too, and its shape is the builtin one of all shapes,
     * which is its own (CoLoRS paper, section 3.1: three levels, the last one circular).
     */
    public SharedShape meta() {
        return of(Memory.getInt(
                        Segment.CLASSES + (Integer.toUnsignedLong(id) << Layout.GRANULE_SHIFT) + Layout.OBJECT_SHAPE)
                & Layout.SHAPE_ID_MASK);
    }

    /** The class's name; "shape" for the type of types, "builtin" for other builtins. */
    public String displayName() {
        return classEntity != 0 ? className : kind == Layout.KIND_SHAPE ? "shape" : "builtin";
    }

    public int id() {
        return id;
    }

    public int classEntity() {
        return classEntity;
    }

    /** The class's name; empty for builtins. */
    public String className() {
        return className;
    }

    /** 1, 2, ... in the order of publication. */
    public int version() {
        return version;
    }

    /** One of {@code Layout.KIND_*}. */
    public int kind() {
        return kind;
    }

    public int inlineSlots() {
        return inlineSlots;
    }

    /** Whether objects are allocated in this shape: no extension slots, nothing removed. */
    public boolean isCompact() {
        return compact;
    }

    /** The fields in the order of their slots' first use. */
    public List<FieldLocation> fields() {
        return fields;
    }

    /** The field of that name, or null. */
    public FieldLocation find(String name) {
        return byName.get(name);
    }

    public static String typeText(int type) {
        return TYPE_TEXT[type];
    }
}
