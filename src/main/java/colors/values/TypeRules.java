// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.NumberOverflowException;
import colors.SharedMemoryException;
import colors.TypeConflictException;
import colors.heap.Binaries;
import colors.heap.Flats;
import colors.heap.Heap;
import colors.memory.FieldSpec;
import colors.memory.Layout;
import colors.memory.Segment;
import colors.roots.Shared;
import colors.roots.Surrogates;
import colors.shapes.Entities;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;

/**
 * Which values fit which fields (CoLoRS paper, sections 3.1.5 and 3.1.6). A declared type was fixed by a static
 * language and refuses what does not fit; an inferred type came from a dynamic language's value, and a value that does
 * not fit moves the object to a version with the join of both types.
 */
public final class TypeRules {

    /**
     * Whether instances of one shared class may stand where another is asked for, as the language's own classes say.
     */
    public interface Subtyping {
        boolean isSubtype(String className, String superName);
    }

    private TypeRules() {}

    /** The type of a value, {@link Layout#TYPE_ANY} for null. */
    public static int typeOf(Object value) {
        return switch (value) {
            case null -> Layout.TYPE_ANY;
            case String s -> Layout.TYPE_STRING;
            case Boolean b -> Layout.TYPE_BOOLEAN;
            case Double d -> Layout.TYPE_FLOAT;
            case Float f -> Layout.TYPE_FLOAT;
            case Shared s -> typeOfShape(Heap.shapeId(s.address()));
            case FrozenValue frozen -> frozen.kind().type;
            case Unborn u -> u.type();
            case Character c -> Layout.TYPE_INTEGER;
            default ->
                Values.isInteger(value)
                        ? Layout.TYPE_INTEGER
                        : ValueClass.isValue(value) ? Layout.TYPE_CLASS : typeOfArray(Surrogates.find(value));
        };
    }

    private static int typeOfArray(Shared array) {
        return array == null ? Layout.TYPE_ANY : typeOf(array);
    }

    private static int typeOfShape(int shape) {
        return Lists.isList(shape) || Flats.isFlat(shape)
                ? Layout.TYPE_LIST
                : shape == Segment.SHAPE_MAP
                        ? Layout.TYPE_MAP
                        : Maps.isSet(shape)
                                ? Layout.TYPE_SET
                                : Binaries.isBinary(shape) ? Layout.TYPE_BINARY : Layout.TYPE_CLASS;
    }

    /** Whether a value is a number, string or boolean that shared memory has a type for. */
    public static boolean isScalar(Object value) {
        return value instanceof String
                || value instanceof Boolean
                || value instanceof Double
                || value instanceof Float
                || value instanceof Character
                || Values.isInteger(value);
    }

    /** Whether a value may be stored in a field as it is. */
    public static boolean fits(FieldLocation field, Object value, Subtyping subtyping) {
        if (value == null) {
            return field.isNullable();
        }
        int type = typeOf(value);
        if (field.type() == Layout.TYPE_CLASS) {
            return type == Layout.TYPE_CLASS
                    ? fitsClass(field.typeName(), value, subtyping)
                    : field.isDeclared() && ValueClass.widen(field.typeName(), value) != value;
        }
        return field.type() == Layout.TYPE_ANY
                || field.type() == type && fitsWidth(field.spec(), type, value)
                || field.isDeclared() && fitsWidened(field, type, value);
    }

    private static boolean fitsWidth(FieldSpec spec, int type, Object value) {
        if (spec.width() == 0) {
            return true;
        }
        if (type == Layout.TYPE_FLOAT) {
            return spec.takes(((Number) value).doubleValue());
        }
        return spec.takes(value instanceof Character character ? character : ((Number) value).longValue());
    }

    /** A declared float takes an integer that it can represent exactly, as a static language's widening does. */
    private static boolean fitsWidened(FieldLocation field, int type, Object value) {
        if (field.type() != Layout.TYPE_FLOAT || type != Layout.TYPE_INTEGER || value instanceof Character) {
            return false;
        }
        long integer = ((Number) value).longValue();
        return (long) (double) integer == integer
                && integer != Long.MAX_VALUE
                && (field.spec().width() == 0 || (long) (float) integer == integer);
    }

    private static boolean fitsClass(String asked, Object value, Subtyping subtyping) {
        String className = className(value);
        return className.equals(asked)
                || !className.isEmpty() && !ValueClass.isValue(value) && subtyping.isSubtype(className, asked);
    }

    /** The class of a value of type {@link Layout#TYPE_CLASS}; empty for builtins. */
    private static String className(Object value) {
        return switch (value) {
            case Unborn unborn -> unborn.className();
            case Shared shared -> SharedShape.ofObject(shared.address()).className();
            default -> ValueClass.className(value);
        };
    }

    /** The field that a dynamic language's value makes: the value's own type, inferred. */
    static FieldSpec inferred(String name, Object value) {
        int type = typeOf(value);
        int typeName = type == Layout.TYPE_CLASS ? Entities.classNamed(className(value)) : 0;
        boolean scalar = type == Layout.TYPE_INTEGER || type == Layout.TYPE_FLOAT || type == Layout.TYPE_BOOLEAN;
        return new FieldSpec(Entities.name(name), typeName, type, scalar ? 0 : Layout.FIELD_NULLABLE);
    }

    /** The narrowest inferred field that takes what {@code field} takes and {@code value}. */
    static FieldSpec join(FieldLocation field, Object value) {
        if (value == null) {
            return new FieldSpec(
                    field.spec().name(),
                    field.spec().typeName(),
                    field.type(),
                    field.spec().flags() | Layout.FIELD_NULLABLE);
        }
        return new FieldSpec(field.spec().name(), 0, Layout.TYPE_ANY, Layout.FIELD_NULLABLE);
    }

    /**
     * The error of a value that does not fit a declared field: of its type, or of a private object, which fits none.
     */
    public static SharedMemoryException conflict(SharedShape shape, FieldLocation field, Object value) {
        if (value != null && typeOf(value) == Layout.TYPE_ANY) {
            return PrivateReference.of(value);
        }
        String message = "field '" + field.name() + "' of " + shape.className()
                + (field.isDeclared() ? " is declared " : " is of type ") + field.rangeText()
                + (field.isNullable() ? "" : ", not null") + "; it cannot hold " + describe(value)
                + "; nothing was stored";
        return isTooWide(field, value)
                ? new NumberOverflowException(isInteger(value), message)
                : new TypeConflictException(message);
    }

    /** Whether it is a number of the field's type that the declared width has no room for. */
    public static boolean isTooWide(FieldLocation field, Object value) {
        return field.isDeclared()
                && value instanceof Number
                && field.spec().width() != 0
                && typeOf(value) == field.type();
    }

    /** Whether a number is an integer; else a float. */
    public static boolean isInteger(Object number) {
        return !(number instanceof Double || number instanceof Float);
    }

    /** The error of a store to a final field. */
    public static SharedMemoryException finalConflict(SharedShape shape, FieldLocation field) {
        return new TypeConflictException("field '" + field.name() + "' of " + shape.className()
                + " is final: an object keeps what it was made with; make another object; nothing was stored");
    }

    /** A value as an error message names it. */
    public static String describe(Object value) {
        return switch (value) {
            case null -> "null";
            case String s -> "the string '" + (s.length() > 40 ? s.substring(0, 40) + "..." : s) + "'";
            case Shared s when typeOf(s) != Layout.TYPE_CLASS -> "a shared " + SharedShape.typeText(typeOf(s));
            case Shared s ->
                "an object of class " + SharedShape.ofObject(s.address()).className();
            case Object immutable
            when ValueClass.isValue(immutable) ->
                "the " + ValueClass.className(immutable) + " " + ValueClass.text(immutable);
            default ->
                "the "
                        + (typeOf(value) == Layout.TYPE_ANY
                                ? value.getClass().getName()
                                : SharedShape.typeText(typeOf(value)))
                        + " " + value;
        };
    }
}
