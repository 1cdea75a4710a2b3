// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.NumberOverflowException;
import colors.SharedMemoryException;
import colors.TypeConflictException;
import colors.heap.Heap;
import colors.mapping.PrivateField;
import colors.memory.FieldSpec;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.SlotKind;
import colors.names.HostNames;
import colors.roots.Mutator;
import colors.shapes.Entities;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import colors.values.DynamicFields;
import colors.values.TypeRules;
import colors.values.Values;
import colors.wrappers.HostLanguage;
import colors.wrappers.ObjectWrapper;

/**
 * A private field bound to the versions of its shared class: what a handle falls back to when an object is not of the
 * version that the handle expects. A field that the object's version lacks reads as zero, false or null and is added by
 * the first write (CoLoRS paper, section 3.1.3).
 */
public final class FieldBinding {
    private final SharedShape expected;
    private final PrivateField field;
    private final boolean initializes;
    private final Values values;
    private final boolean placed;
    /** The last other version met. Racy, an immutable object. */
    private Other other = new Other(0, null);

    /** A version, and what {@link #find} says of its objects. */
    private record Other(int shapeId, FieldLocation location) {}

    /** {@code initializes}: stores are those of constructors, which write final fields. */
    public FieldBinding(SharedShape expected, PrivateField field, boolean initializes) {
        this.expected = expected;
        this.initializes = initializes;
        this.field = field;
        values = HostLanguage.valuesFor(field.field().getDeclaringClass());
        FieldLocation location = expected.find(field.name());
        placed = location != null && location.isPlaced() && field.isAs(location);
    }

    public PrivateField field() {
        return field;
    }

    /** What is read for the class that declares the field. */
    Values values() {
        return values;
    }

    public FieldSpec spec() {
        return field.spec();
    }

    /** What is at {@link #offset}. */
    public SlotKind slotKind() {
        return spec().slotKind();
    }

    SharedShape shape() {
        return expected;
    }

    /**
     * The version whose objects have the slot at {@link #offset}. 0, which no object has, where this process may only
     * read and the version that there is (SharedClass) lacks the field, or has another one of that name: then each
     * object is asked.
     */
    int shapeId() {
        FieldLocation location = expected.find(field.name());
        return location != null && location.isInline() && field.isAs(location) ? expected.id() : 0;
    }

    /**
     * Whether all versions of the class have the field at {@link #offset}, now and later: an instance of the class can
     * be read there without a look at its version.
     */
    public boolean isPlaced() {
        return placed;
    }

    /**
     * Whether nobody stores to the field of objects of the expected version once they are made: what it refers to lives
     * as long as they do.
     */
    boolean isFinal() {
        FieldLocation location = expected.find(field.name());
        return location != null && location.isFinal() && location.isInline();
    }

    /**
     * A constructor's store to a final field at a place. Throws SharedMemoryException (TYPE) when it is no
     * constructor's first.
     */
    void storeFinal(Mutator mutator, long place, long word) {
        checkFirst(initializes && Heap.storeFirst(mutator, place, word));
    }

    private void checkFirst(boolean first) {
        if (!first) {
            throw TypeRules.finalConflict(expected, expected.find(field.name()));
        }
    }

    /** Byte offset of the slot in an object of the expected version: always in the object itself. */
    public long offset() {
        return shapeId() == 0 ? 0 : expected.find(field.name()).offset();
    }

    public String describe() {
        return "field " + expected.className() + "." + field.name();
    }

    /**
     * The field in an object of another version, if it is of the same type there, and of the same width or of 64 bits,
     * which dynamic languages infer; else null. For readers and for writers whose value every such field takes.
     */
    FieldLocation find(long object) {
        int word = Memory.getIntAcquire(object + Layout.OBJECT_SHAPE);
        Other met = other;
        return met.shapeId == word ? met.location : find(word & Layout.SHAPE_ID_MASK);
    }

    private FieldLocation find(int shapeId) {
        SharedShape shape = SharedShape.of(shapeId);
        checkClass(shape);
        FieldLocation location = locate(shape);
        Other met = new Other(shapeId, location != null && isLike(location) ? location : null);
        other = met;
        return met.location;
    }

    private boolean isLike(FieldLocation location) {
        int width = location.spec().width();
        return location.isTagged() == (spec().slotKind() == SlotKind.TAGGED)
                && location.type() == spec().type()
                && (width == 0 || width == spec().width());
    }

    /** {@link #find}'s place; 0: there is none. */
    long place(long object) {
        FieldLocation location = find(object);
        return location == null ? 0 : location.place(object);
    }

    /** The field in a version, or null. In a subclass that hides the field it has another name. */
    private FieldLocation locate(SharedShape shape) {
        return shape.find(nameIn(shape));
    }

    /** The field in a version. Throws SharedMemoryException (TYPE, ARGUMENT) when the version lacks it. */
    FieldLocation require(SharedShape shape) {
        checkClass(shape);
        FieldLocation location = locate(shape);
        if (location == null) {
            throw ObjectWrapper.noField(shape, nameIn(shape));
        }
        return location;
    }

    private String nameIn(SharedShape shape) {
        return shape.classEntity() == expected.classEntity()
                ? field.name()
                : HostNames.fieldName(shape.className(), field.field(), field.name());
    }

    private void checkClass(SharedShape shape) {
        if (shape.classEntity() != expected.classEntity()
                && !HostNames.isSubtype(shape.className(), expected.className())) {
            throw new TypeConflictException(describe() + " was asked of an object of class " + shape.className());
        }
    }

    /** The value in an object of any version; null when its version lacks the field. */
    Object getAny(long object) {
        return getAny(object, values);
    }

    Object getAny(long object, Values values) {
        SharedShape shape = SharedShape.ofObject(object);
        checkClass(shape);
        FieldLocation location = locate(shape);
        return location == null ? null : values.get(Mutator.current(), object, location);
    }

    /** Stores into an object of any version, adding the field when its version lacks it. */
    void putAny(long object, Object value) {
        SharedShape shape = SharedShape.ofObject(object);
        checkClass(shape);
        FieldLocation location = locate(shape);
        Mutator mutator = Mutator.current();
        boolean fits = location != null && TypeRules.fits(location, value, HostNames::isSubtype);
        if (location != null && location.isFinal() && (fits || !initializes)) {
            checkFirst(initializes && DynamicFields.storeFirst(mutator, location, location.place(object), value));
        } else if (fits) {
            DynamicFields.store(mutator, location, location.place(object), value);
        } else if (location == null
                || !location.isDeclared()
                        && fits(value)) { // an inferred one gives way, as it does where it is set by name
            FieldSpec spec = spec();
            DynamicFields.add(
                    mutator,
                    object,
                    new FieldSpec(Entities.name(nameIn(shape)), spec.typeName(), spec.type(), spec.flags()),
                    value);
        } else {
            throw TypeRules.conflict(shape, location, value);
        }
    }

    /** Whether the field takes a value, as this class declares it. */
    private boolean fits(Object value) {
        FieldLocation location = expected.find(field.name());
        return location != null && field.isAs(location) && TypeRules.fits(location, value, HostNames::isSubtype);
    }

    /** The value as an integer; zero when the version lacks the field. */
    long getInteger(long object) {
        return switch (getAny(object)) {
            case null -> missing(object, 0L);
            case Long value -> value;
            case Object value -> throw mismatch(value);
        };
    }

    double getFloat(long object) {
        return switch (getAny(object)) {
            case null -> missing(object, 0.0);
            case Double value -> value;
            case Long value when (long) (double) (long) value == value -> (double) value;
            case Object value -> throw mismatch(value);
        };
    }

    boolean getBoolean(long object) {
        return switch (getAny(object)) {
            case null -> missing(object, false);
            case Boolean value -> value;
            case Object value -> throw mismatch(value);
        };
    }

    /** The zero of a field that the object's version lacks; a null that stands in it is an error. */
    private <T> T missing(long object, T zero) {
        if (locate(SharedShape.ofObject(object)) != null) {
            throw mismatch(null);
        }
        return zero;
    }

    SharedMemoryException mismatch(Object value) {
        return new TypeConflictException(describe() + " holds " + TypeRules.describe(value) + ", which is no "
                + field.type().getSimpleName());
    }

    SharedMemoryException sumOverflow(long value, long delta) {
        return new NumberOverflowException(
                true,
                describe() + " holds " + value + "; with " + delta + " added it overflows "
                        + field.type().getSimpleName() + "; nothing was stored");
    }

    SharedMemoryException overflow(Object value) {
        return new NumberOverflowException(
                TypeRules.isInteger(value),
                describe() + " holds " + value + ", which overflows "
                        + field.type().getSimpleName() + "; use a wider type or handle");
    }
}
