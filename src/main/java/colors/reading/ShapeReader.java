// SPDX-License-Identifier: Apache-2.0
package colors.reading;

import colors.TypeConflictException;
import colors.ValueType.EnumConstant;
import colors.classes.ClassMapping;
import colors.handles.RecordReader;
import colors.mapping.PrivateField;
import colors.names.HostNames;
import colors.names.NamedClasses;
import colors.names.Preparation;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import colors.values.ValueClass;
import colors.wrappers.HostLanguage;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import sun.reflect.ReflectionFactory;

/**
 * How shared objects of one version of a class are copied out: to which class of the program, and what reads the
 * fields. Made outside of heap operations, for it may load classes.
 */
final class ShapeReader {
    private static final int CACHE = 256; // a power of two
    private static final Entry[] BY_SHAPE = new Entry[CACHE];
    private static final ClassValue<Map<Integer, ShapeReader>> BY_CLASS = new ClassValue<>() {
        @Override
        protected Map<Integer, ShapeReader> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private static final Map<Integer, ShapeReader> OF_NO_CLASS = new ConcurrentHashMap<>();

    /**
     * Immutable, so that a race over BY_SHAPE leaves a right one. The reader is kept by its class: the table must not
     * keep a loader alive that the program gave up.
     */
    private static final class Entry extends WeakReference<ShapeReader> {
        private final int shapeId;
        private final WeakReference<ClassLoader> loader;

        Entry(ShapeReader reader, ClassLoader loader) {
            super(reader);
            shapeId = reader.shape.id();
            this.loader = new WeakReference<>(loader);
        }
    }

    private final SharedShape shape;
    private final Class<?> type; // null: of a value
    private final FieldReader fields; // null: of a record or value
    private final RecordReader record; // of a record, else null
    private final Map<String, Object> constants; // of an enum, by name; else null
    private final List<PrivateField> others = new ArrayList<>(); // of a record all
    private FieldLocation[] locations; // null where objects of this version lack the field
    private PrivateType[] types;

    private ShapeReader(SharedShape shape, Class<?> type) {
        this.shape = shape;
        this.type = type;
        constants = ValueClass.isValueShape(shape.id()) && type != null && type.isEnum() ? constantsOf(type) : null;
        record = type != null && type.isRecord() ? RecordReader.of(type) : null;
        fields = type == null || constants != null || record != null ? null : fieldsOf(type);
        if (record != null) {
            others.addAll(record.fields());
        }
        locations = others.stream().map(field -> shape.find(field.name())).toArray(FieldLocation[]::new);
        types = others.stream()
                .map(field -> PrivateType.of(field.field().getGenericType()))
                .toArray(PrivateType[]::new);
    }

    /**
     * That of a shape if it was made for this loader; else null.
     *
     * @param loader as {@link NamedClasses#asking} gives it
     */
    static ShapeReader known(int shapeId, ClassLoader loader) {
        Entry entry = BY_SHAPE[shapeId & CACHE - 1];
        return entry != null && entry.shapeId == shapeId && entry.loader.refersTo(loader) ? entry.get() : null;
    }

    /**
     * Makes it. Throws SharedMemoryException (TYPE) when the program has no class for the objects, (ARGUMENT) when it
     * is none that can be shared.
     */
    static ShapeReader of(int shapeId, ClassLoader loader) {
        SharedShape shape = SharedShape.of(shapeId);
        boolean isValue = ValueClass.isValueShape(shapeId);
        Class<?> type = isValue && ValueClass.named(shape.className()) != null
                ? null
                : HostNames.find(shape.className(), loader);
        if (type == null && !isValue) {
            throw new TypeConflictException("an object of class " + shape.className()
                    + " cannot be copied out: this program has no class of that name; put it on the class"
                    + " path, or say which class it is: @SharedName(\"" + shape.className()
                    + "\") at a class, and SharedClass.of(ThatClass.class) before the copy");
        }
        Map<Integer, ShapeReader> made = type == null ? OF_NO_CLASS : BY_CLASS.get(type);
        ShapeReader reader = made.get(shapeId);
        if (reader == null) {
            reader = new ShapeReader(shape, type); // not in computeIfAbsent: it may run the program's class loaders
            made.put(shapeId, reader);
        }
        BY_SHAPE[shapeId & CACHE - 1] = new Entry(reader, loader);
        return reader;
    }

    private static Map<String, Object> constantsOf(Class<?> type) {
        Map<String, Object> result = new HashMap<>();
        for (Object constant : type.getEnumConstants()) {
            result.put(((Enum<?>) constant).name(), constant);
        }
        return result;
    }

    // ---- fields -------------------------------------------------------------------------------------

    private FieldReader fieldsOf(Class<?> type) {
        List<FieldReader.Target> targets = new ArrayList<>();
        List<PrivateField> declared = ClassMapping.of(type).fields();
        boolean isExclusive = Preparation.isConcrete(type);
        if (isExclusive || Modifier.isAbstract(type.getModifiers())) {
            throw new TypeConflictException(
                    "an object of class " + shape.className() + " cannot be copied out: class " + type.getName()
                            + (isExclusive ? " has shared instances alone (exclusive=, docs/agent.md)" : " is abstract")
                            + ", so there is no private instance of it");
        }
        for (PrivateField field : declared) {
            FieldLocation location = shape.find(field.name());
            if (location != null) {
                targets.add(target(field, location));
            }
        }
        return FieldReader.of(allocator(type), targets);
    }

    private FieldReader.Target target(PrivateField field, FieldLocation location) {
        MethodHandle setter = setter(field);
        if (location.isInline() && field.type().isPrimitive() && isRaw(field, location)) {
            return new FieldReader.Target(
                    ofBits(setter, field.type()), FieldReader.Way.RAW, -1, location.slotKind(), location.offset());
        }
        others.add(field);
        FieldReader.Way way =
                location.isInline() && location.isTagged() ? FieldReader.Way.TAGGED : FieldReader.Way.OTHER;
        MethodHandle any = setter.asType(MethodType.methodType(void.class, Object.class, Object.class));
        return new FieldReader.Target(any, way, others.size() - 1, location.slotKind(), location.offset());
    }

    /** Whether each value that the slot may hold is one of the field's. */
    private static boolean isRaw(PrivateField field, FieldLocation location) {
        return location.slotKind() == field.spec().slotKind()
                && location.type() == field.spec().type()
                && (field.spec().width() == 0
                        || location.spec().width() == field.spec().width());
    }

    private static MethodHandle setter(PrivateField field) {
        try {
            return MethodHandles.lookup().unreflectSetter(field.field());
        } catch (IllegalAccessException e) {
            throw new AssertionError(e); // made accessible in SharedClass, and no field of a record
        }
    }

    /** (Object, long)void of the setter of a primitive field, which takes the bits of a slot. */
    private static MethodHandle ofBits(MethodHandle setter, Class<?> type) {
        MethodHandle ofLong = type != float.class && type != double.class
                ? setter
                : MethodHandles.filterArguments(
                        MethodHandles.explicitCastArguments(
                                setter, setter.type().changeParameterType(1, double.class)),
                        1,
                        BITS_TO_DOUBLE);
        return MethodHandles.explicitCastArguments(ofLong, MethodType.methodType(void.class, Object.class, long.class));
    }

    private static final MethodHandle BITS_TO_DOUBLE = bitsToDouble();

    private static MethodHandle bitsToDouble() {
        try {
            return MethodHandles.lookup()
                    .findStatic(Double.class, "longBitsToDouble", MethodType.methodType(double.class, long.class));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** What makes objects as deserialization does: of the class's constructors none runs. */
    private static Constructor<?> allocator(Class<?> type) {
        try {
            return ReflectionFactory.getReflectionFactory()
                    .newConstructorForSerialization(type, Object.class.getDeclaredConstructor());
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    // ---- what it is ---------------------------------------------------------------------------------

    SharedShape shape() {
        return shape;
    }

    /** Null of a record or value. */
    FieldReader fields() {
        return fields;
    }

    /** Null of any other. */
    RecordReader record() {
        return record;
    }

    boolean isValue() {
        return fields == null && record == null;
    }

    /**
     * What the program has for a value of the core. Throws SharedMemoryException (TYPE) when its enum lacks the
     * constant.
     */
    Object value(Object core) {
        if (constants == null) {
            return core;
        }
        Object constant = constants.get(((EnumConstant) core).name());
        return constant != null ? constant : HostLanguage.ofEnum((EnumConstant) core, type.getClassLoader());
    }

    /** Where a field is, by its number; null when objects of this version lack it. */
    FieldLocation location(int number) {
        return locations[number];
    }

    PrivateType type(int number) {
        return types[number];
    }

    /** A field as a message names it. */
    String describe(int number) {
        PrivateField field = others.get(number);
        return "field " + shape.className() + "." + field.name() + ", a "
                + field.field().getGenericType().getTypeName() + " of class " + type.getName();
    }
}
