// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import java.util.List;

/**
 * One version of a shared class (CoLoRS paper, section 3.1.2). Immutable; equal when it is the same version of the same
 * class.
 */
public final class SharedType {

    /**
     * A field.
     *
     * @param name its name
     * @param type integer, float, boolean, string, any, or the name of a class
     * @param nullable whether null may stand in it
     * @param declared whether a static language fixed the type, as against inferred from a value
     */
    public record Field(String name, String type, boolean nullable, boolean declared) {}

    private final SharedShape shape;

    SharedType(SharedShape shape) {
        this.shape = shape;
    }

    /** The class's name; "shape" is that of types themselves. */
    public String name() {
        return shape.displayName();
    }

    /** The number of the version: 1, 2, ... in the order they were made. */
    public int version() {
        return shape.version();
    }

    /** The fields. */
    public List<Field> fields() {
        return shape.fields().stream().map(SharedType::describe).toList();
    }

    private static Field describe(FieldLocation field) {
        return new Field(field.name(), field.typeText(), field.isNullable(), field.isDeclared());
    }

    /**
     * The type of this type. Types are objects of the segment too: three levels, of which the last is circular. An
     * object's type is a version of its class, that one's type is named "shape", and the type of "shape" is itself.
     */
    public SharedType type() {
        return new SharedType(shape.meta());
    }

    /** The versions of this class, newest first. A builtin type has one. */
    public List<SharedType> versions() {
        return shape.classEntity() == 0
                ? List.of(this)
                : SharedShape.versionsOf(shape.classEntity()).stream()
                        .map(SharedType::new)
                        .toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SharedType type && type.shape == shape;
    }

    @Override
    public int hashCode() {
        return shape.id();
    }

    /** For instance {@code company.Employee (version 2) [name: string, salary: float]}. */
    @Override
    public String toString() {
        return name() + " (version " + version() + ") "
                + fields().stream().map(f -> f.name() + ": " + f.type()).toList();
    }
}
