// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.heap.Heap;
import colors.memory.FieldSpec;
import colors.memory.Layout;
import colors.memory.Native;
import colors.memory.Segment;
import colors.memory.SlotKind;
import colors.names.ReservedNames;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.shapes.Entities;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Fields by name, with the rules of dynamic languages (CoLoRS paper, section 3.1.6): a missing field is added, a value
 * of another type moves the object to a wider version unless a static language declared the type.
 */
public final class DynamicFields {
    private DynamicFields() {}

    /**
     * Sets a field of an object that the caller keeps alive; one that a static language pinned becomes as that declared
     * it. Throws SharedMemoryException (TYPE, ARGUMENT, MEMORY); then nothing changed.
     */
    public static void put(Mutator mutator, long object, String name, Object value, TypeRules.Subtyping subtyping) {
        SharedShape shape = SharedShape.ofObject(object);
        FieldLocation field = shape.find(name);
        if (field != null && field.isFinal()) {
            throw TypeRules.finalConflict(shape, field);
        } else if (field != null && TypeRules.fits(field, value, subtyping)) {
            store(mutator, field, field.place(object), value);
        } else if (field != null && field.isDeclared()) {
            throw TypeRules.conflict(shape, field, value);
        } else {
            SharedShape pins = SharedShape.pinsOf(shape.classEntity());
            FieldLocation pin = pins == null ? null : pins.find(name);
            if (pin != null && !TypeRules.fits(pin, value, subtyping)) {
                throw TypeRules.conflict(shape, pin, value);
            }
            add(
                    mutator,
                    object,
                    pin != null
                            ? pin.spec()
                            : field == null ? TypeRules.inferred(name, value) : TypeRules.join(field, value),
                    value);
        }
    }

    /** Stores a value that fits. */
    public static void store(Mutator mutator, FieldLocation field, long place, Object value) {
        if (field.isTagged()) {
            Heap.storeTagged(mutator, place, word(mutator, field.spec(), value));
        } else {
            long bits = rawBits(field.spec(), value);
            Segment.checkWritable();
            field.slotKind().putOpaque(place, bits);
        }
    }

    /** Stores a value that fits a final field, if that holds null; else false. */
    public static boolean storeFirst(Mutator mutator, FieldLocation field, long place, Object value) {
        return Heap.storeFirst(mutator, place, word(mutator, field.spec(), value));
    }

    /** Gives the object a field, replacing one of the same name, and stores its value. */
    public static void add(Mutator mutator, long object, FieldSpec spec, Object value) {
        long bits = spec.slotKind() == SlotKind.TAGGED ? word(mutator, spec, value) : rawBits(spec, value);
        RootChunk chunk = mutator.wrapperChunk(); // roots the word until it is stored
        try {
            Native.evolvePut(mutator.slotOffset(), Segment.reference(object), spec.added(), bits);
        } finally {
            mutator.followChunk();
            Reference.reachabilityFence(chunk);
        }
    }

    /** The tagged word of a value that fits a field; rooted as {@link Values#wordOf} says. */
    public static long word(Mutator mutator, FieldSpec spec, Object value) {
        if (spec.type() == Layout.TYPE_FLOAT && value instanceof Number number) {
            return Values.wordOfFloat(mutator, spec.rounded(number.doubleValue()));
        }
        boolean exact = spec.typeName() != 0 && Values.isInteger(value);
        return Values.wordOf(mutator, exact ? ValueClass.widen(Entities.name(spec.typeName()), value) : value);
    }

    public static long rawBits(FieldSpec spec, Object value) {
        return switch (value) {
            case Boolean bool -> bool ? 1 : 0;
            case Character character -> character;
            case Number number
            when spec.type() == Layout.TYPE_FLOAT -> Double.doubleToRawLongBits(spec.rounded(number.doubleValue()));
            case Number number -> number.longValue();
            default -> throw new AssertionError(value);
        };
    }

    /** Removes a field. False when the object has none of that name. */
    public static boolean remove(Mutator mutator, long object, String name) {
        if (SharedShape.ofObject(object).find(name) == null) {
            return false;
        }
        int entity = Entities.name(name);
        try {
            Native.evolveRemove(mutator.slotOffset(), Segment.reference(object), entity);
        } finally {
            mutator.returned();
        }
        return true;
    }

    /**
     * The version that an object of a dynamic language with these fields is allocated in: the newest of the class that
     * has exactly these names and takes the values, else one made with the values' own types. {@link Unborn} stands for
     * values to come. What a static language pinned is there too, zero, false or null where no value is given.
     *
     * @throws SharedMemoryException (TYPE) when a value does not fit a pinned field
     */
    public static SharedShape shapeFor(String className, Map<String, Object> values, TypeRules.Subtyping subtyping) {
        ReservedNames.check(className);
        int entity = Entities.classNamed(className);
        SharedShape pins = SharedShape.pinsOf(entity);
        for (SharedShape shape : SharedShape.versionsOf(entity)) {
            if (shape.isCompact() && takes(shape, pins, values, subtyping)) {
                return shape;
            }
        }
        List<FieldSpec> specs = new ArrayList<>();
        values.forEach((name, value) -> specs.add(specOf(pins, name, value, subtyping)));
        return SharedShape.intern(className, specs);
    }

    private static FieldSpec specOf(SharedShape pins, String name, Object value, TypeRules.Subtyping subtyping) {
        FieldLocation pin = pins == null ? null : pins.find(name);
        if (pin == null) {
            return TypeRules.inferred(name, value);
        }
        if (!TypeRules.fits(pin, value, subtyping)) {
            throw TypeRules.conflict(pins, pin, value);
        }
        return pin.spec();
    }

    /** Whether an object with these fields, and beyond them pinned ones only, can be allocated in a version. */
    public static boolean takes(SharedShape shape, Map<String, Object> values, TypeRules.Subtyping subtyping) {
        return takes(shape, SharedShape.pinsOf(shape.classEntity()), values, subtyping);
    }

    private static boolean takes(
            SharedShape shape, SharedShape pins, Map<String, Object> values, TypeRules.Subtyping subtyping) {
        int given = 0;
        for (FieldLocation field : shape.fields()) {
            boolean isGiven = values.containsKey(field.name());
            FieldLocation pin = pins == null ? null : pins.find(field.name());
            if (isGiven
                    ? !TypeRules.fits(field, values.get(field.name()), subtyping)
                            || pin != null && !pin.spec().equals(field.spec())
                    : pin == null) {
                return false;
            }
            given += isGiven ? 1 : 0;
        }
        return given == values.size() && (pins == null || hasAll(shape, pins));
    }

    private static boolean hasAll(SharedShape shape, SharedShape pins) {
        return shape == pins || pins.fields().stream().allMatch(pin -> shape.find(pin.name()) != null);
    }
}
