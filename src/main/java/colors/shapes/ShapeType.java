// SPDX-License-Identifier: Apache-2.0
package colors.shapes;

import colors.SharedType;
import java.util.List;

/** A shape as the API shows it. */
public final class ShapeType implements SharedType {
    private final SharedShape shape;

    private ShapeType(SharedShape shape) {
        this.shape = shape;
    }

    public static SharedType of(SharedShape shape) {
        return new ShapeType(shape);
    }

    @Override
    public String name() {
        return shape.displayName();
    }

    @Override
    public int version() {
        return shape.version();
    }

    @Override
    public List<Field> fields() {
        return shape.fields().stream().map(ShapeType::describe).toList();
    }

    private static Field describe(FieldLocation field) {
        return new Field(field.name(), field.typeText(), field.isNullable(), field.isDeclared());
    }

    @Override
    public SharedType type() {
        return of(shape.meta());
    }

    @Override
    public List<SharedType> versions() {
        return shape.classEntity() == 0
                ? List.of(this)
                : SharedShape.versionsOf(shape.classEntity()).stream()
                        .map(ShapeType::of)
                        .toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ShapeType type && type.shape == shape;
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
