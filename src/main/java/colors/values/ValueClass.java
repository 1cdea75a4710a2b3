// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.TypeConflictException;
import colors.ValueType.EnumConstant;
import colors.heap.Heap;
import colors.heap.Strings;
import colors.memory.FieldSpec;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Native;
import colors.memory.Segment;
import colors.memory.Tag;
import colors.names.HostNames;
import colors.names.ReservedNames;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.shapes.Entities;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import java.lang.ref.Reference;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * A class of immutable values that are no scalars of the segment (docs/values.md): each is stored as a small object
 * that is never changed, has one string field, and is a value of the language's own again when it is loaded. The
 * reserved classes have the field {@code text}; a constant of an enum is an object of the enum's own name with the
 * field {@code Enum.name}, as a Java class that hides that field of {@link Enum} would have it.
 *
 * @param <V> the type of the values in the core
 */
public final class ValueClass<V> {
    private static final String TEXT = "text";
    private static final String ENUM_NAME = "Enum.name";

    public static final ValueClass<BigInteger> BIG_INTEGER = new ValueClass<>(BigInteger.class, BigInteger::new);
    public static final ValueClass<BigDecimal> DECIMAL = new ValueClass<>(BigDecimal.class, BigDecimal::new);
    public static final ValueClass<UUID> UUID_CLASS = new ValueClass<>(UUID.class, ValueClass::uuid);
    public static final ValueClass<Instant> INSTANT = new ValueClass<>(Instant.class, Instant::parse);
    public static final ValueClass<LocalDateTime> LOCAL_DATE_TIME =
            new ValueClass<>(LocalDateTime.class, LocalDateTime::parse);
    public static final ValueClass<LocalDate> LOCAL_DATE = new ValueClass<>(LocalDate.class, LocalDate::parse);
    public static final ValueClass<Duration> DURATION = new ValueClass<>(Duration.class, Duration::parse);
    private static final List<ValueClass<?>> RESERVED =
            List.of(BIG_INTEGER, DECIMAL, UUID_CLASS, INSTANT, LOCAL_DATE_TIME, LOCAL_DATE, DURATION);

    private static final ConcurrentHashMap<String, SharedShape> SHAPES = new ConcurrentHashMap<>();

    private final String name;
    private final Class<V> type;
    private final Function<String, V> parse;

    private ValueClass(Class<V> type, Function<String, V> parse) {
        this.name = ReservedNames.of(type);
        this.type = type;
        this.parse = parse;
    }

    /** The shared name. */
    public String name() {
        return name;
    }

    /** UUID.fromString takes shorter groups, which are another text of the same value. */
    private static UUID uuid(String text) {
        UUID result = UUID.fromString(text);
        if (!result.toString().equalsIgnoreCase(text)) {
            throw new IllegalArgumentException("a UUID is written as 8-4-4-4-12 hexadecimal digits");
        }
        return result;
    }

    /** The shared names of the reserved classes. */
    public static List<String> names() {
        return RESERVED.stream().map(ValueClass::name).toList();
    }

    /** Whether storing a value makes an object of a value class. */
    public static boolean isValue(Object value) {
        return value instanceof EnumConstant
                || value instanceof Enum
                || value != null && ofType(value.getClass()) != null;
    }

    /** The reserved class of the values of a Java type, or null. */
    public static ValueClass<?> ofType(Class<?> type) {
        for (ValueClass<?> reserved : RESERVED) {
            if (reserved.type == type) {
                return reserved;
            }
        }
        return null;
    }

    /** The reserved class of that shared name, or null. */
    public static ValueClass<?> named(String className) {
        for (ValueClass<?> reserved : RESERVED) {
            if (reserved.name.equals(className)) {
                return reserved;
            }
        }
        return null;
    }

    /** The shared name of the class of a value. */
    public static String className(Object value) {
        return switch (value) {
            case EnumConstant constant -> constant.type();
            case Enum<?> constant -> HostNames.ofEnum(constant);
            default -> ofType(value.getClass()).name;
        };
    }

    /** The text of a value, which is the same for equal values, but for decimals. */
    public static String text(Object value) {
        return switch (value) {
            case EnumConstant constant -> constant.name();
            case Enum<?> constant -> constant.name();
            default -> value.toString();
        };
    }

    /**
     * The value of a text, as another program or a user wrote it.
     *
     * @throws SharedMemoryException (ARGUMENT) when it is none
     */
    public V parse(String text) {
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "'" + (text.length() > 40 ? text.substring(0, 40) + "..." : text) + "' is no text of a " + name
                            + ": " + e.getMessage(),
                    e);
        }
    }

    // ---- stores -------------------------------------------------------------------------------------

    /** Makes the object of a value; the mutator's current chunk roots it. Returns its address. */
    static long allocate(Mutator mutator, Object value) {
        SharedShape shape = shapeOf(value);
        long text = Segment.reference(Strings.allocate(mutator, text(value)));
        RootChunk chunk = mutator.wrapperChunk();
        long object = Heap.allocate(mutator, shape.id(), shape.inlineSlots());
        Heap.storeTagged(mutator, object + Layout.OBJECT_HEADER_BYTES, text);
        Reference.reachabilityFence(chunk);
        return object;
    }

    private static SharedShape shapeOf(Object value) {
        return SHAPES.computeIfAbsent(className(value), ValueClass::makeShape);
    }

    private static SharedShape makeShape(String className) {
        String field = named(className) != null ? TEXT : ENUM_NAME;
        FieldSpec spec = new FieldSpec(
                Entities.name(field), 0, Layout.TYPE_STRING, Layout.FIELD_NULLABLE | Layout.FIELD_DECLARED);
        return SharedShape.of(Native.shapeIntern(Entities.classNamed(className), List.of(spec)));
    }

    /** A value as a field of type {@code className} takes it: an integer becomes a big one, or a decimal. */
    static Object widen(String className, Object value) {
        if (!Values.isInteger(value) || className == null) {
            return value;
        }
        long integer = ((Number) value).longValue();
        return className.equals(BIG_INTEGER.name)
                ? BigInteger.valueOf(integer)
                : className.equals(DECIMAL.name) ? BigDecimal.valueOf(integer) : value;
    }

    // ---- loads --------------------------------------------------------------------------------------

    /** Shape ids that are no value classes, direct-mapped: the check of each load. Racy, one word each. */
    private static final int[] ORDINARY = new int[256]; // a power of two

    /** Whether objects of a shape are values. */
    public static boolean isValueShape(int shapeId) {
        int index = shapeId & ORDINARY.length - 1;
        if (ORDINARY[index] == shapeId) {
            return false;
        }
        if (isValueShape(SharedShape.of(shapeId))) {
            return true;
        }
        ORDINARY[index] = shapeId;
        return false;
    }

    private static boolean isValueShape(SharedShape shape) {
        if (shape.kind() != Layout.KIND_OBJECT || shape.fields().size() != 1 || !shape.isCompact()) {
            return false;
        }
        FieldLocation field = shape.fields().getFirst();
        return field.type() == Layout.TYPE_STRING
                && field.isDeclared()
                && field.name().equals(named(shape.className()) != null ? TEXT : ENUM_NAME);
    }

    /**
     * The value of an object of a value class, which the caller keeps alive: what {@link #isValue} takes, with enum
     * constants as {@link EnumConstant}. Its field never changes, so that the string needs no root of its own.
     */
    public static Object read(long object) {
        String className = SharedShape.ofObject(object).className();
        long word = Memory.getLongAcquire(object + Layout.OBJECT_HEADER_BYTES);
        if (!Tag.isString(word)
                && (!Tag.isReference(word) || Heap.shapeId(Segment.address(word)) != Segment.SHAPE_STRING)) {
            throw new TypeConflictException("a value of class " + className
                    + " has no text: the program that stored it does not follow the conventions of"
                    + " docs/values.md");
        }
        String text = Tag.isString(word) ? Strings.ofWord(word) : Strings.read(Segment.address(word));
        ValueClass<?> reserved = named(className);
        return reserved == null ? new EnumConstant(className, text) : reserved.parse(text);
    }
}
