// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Fields by name, with the rules of dynamic languages (CoLoRS paper, section 3.1.6): a missing field is added, a value of
 * another type moves the object to a wider version unless a static language declared the type.
 */
public final class DynamicFields {
    private DynamicFields() {
    }

    /** Sets a field of an object that the caller keeps alive. Throws SharedMemoryException (TYPE, ARGUMENT, MEMORY); then nothing changed. */
    public static void put(Mutator mutator, long object, String name, Object value, TypeRules.Subtyping subtyping) {
        SharedShape shape = SharedShape.ofObject(object);
        FieldLocation field = shape.find(name);
        if (field != null && TypeRules.fits(field, value, subtyping)) {
            store(mutator, field, field.place(object), value);
        } else if (field != null && field.isDeclared()) {
            throw TypeRules.conflict(shape, field, value);
        } else {
            add(mutator, object, field == null ? TypeRules.inferred(name, value) : TypeRules.join(field, value), value);
        }
    }

    /** Stores a value that fits. */
    public static void store(Mutator mutator, FieldLocation field, long place, Object value) {
        if (field.slotKind() == Layout.SLOT_TAGGED) {
            Heap.storeTagged(mutator, place, word(mutator, field.spec(), value));
        } else {
            long bits = rawBits(field.spec(), value);
            Segment.checkWritable();
            Memory.putLongOpaque(place, bits);
        }
    }

    /** Gives the object a field, replacing one of the same name, and stores its value. */
    public static void add(Mutator mutator, long object, FieldSpec spec, Object value) {
        long bits = spec.slotKind() == Layout.SLOT_TAGGED ? word(mutator, spec, value) : rawBits(spec, value);
        RootChunk chunk = mutator.chunk(); // roots the word until it is stored
        try {
            Native.evolvePut(mutator.slotOffset(), Segment.reference(object), spec, bits);
        } finally {
            mutator.followChunk();
            Reference.reachabilityFence(chunk);
        }
    }

    /** The tagged word of a value that fits a field; rooted as {@link Values#wordOf} says. */
    static long word(Mutator mutator, FieldSpec spec, Object value) {
        if (spec.type() == Layout.TYPE_FLOAT && value instanceof Number number) {
            return Values.wordOfFloat(mutator, spec.rounded(number.doubleValue()));
        }
        boolean exact = spec.typeName() != 0 && Values.isInteger(value);
        return Values.wordOf(mutator, exact ? ValueClass.widen(Entities.name(spec.typeName()), value) : value);
    }

    static long rawBits(FieldSpec spec, Object value) {
        return switch (value) {
            case Boolean bool -> bool ? 1 : 0;
            case Character character -> character;
            case Number number when spec.type() == Layout.TYPE_FLOAT -> Double.doubleToRawLongBits(spec.rounded(number.doubleValue()));
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
     * The version that an object of a dynamic language with these fields is allocated in: the newest of the class that has exactly
     * these names and takes the values, else one made with the values' own types. {@link Unborn} stands for values to come.
     */
    public static SharedShape shapeFor(String className, Map<String, Object> values, TypeRules.Subtyping subtyping) {
        ValueClass.checkName(className);
        for (SharedShape shape : SharedShape.versionsOf(Entities.classNamed(className))) {
            if (shape.isCompact() && takes(shape, values, subtyping)) {
                return shape;
            }
        }
        List<FieldSpec> specs = new ArrayList<>();
        values.forEach((name, value) -> specs.add(TypeRules.inferred(name, value)));
        return SharedShape.intern(className, specs);
    }

    /** Whether an object with exactly these fields can be allocated in a version. */
    public static boolean takes(SharedShape shape, Map<String, Object> values, TypeRules.Subtyping subtyping) {
        if (shape.fields().size() != values.size()) {
            return false;
        }
        for (FieldLocation field : shape.fields()) {
            if (!values.containsKey(field.name()) || !TypeRules.fits(field, values.get(field.name()), subtyping)) {
                return false;
            }
        }
        return true;
    }
}
