// SPDX-License-Identifier: Apache-2.0
package colors.truffle.message;

import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import colors.truffle.border.Members;
import colors.truffle.context.Names;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** One version of a shared class, for other languages: members name, version, fields and type(). */
public final class SharedTypeObject extends Members {
    private static final ConcurrentHashMap<Integer, SharedTypeObject> BY_SHAPE = new ConcurrentHashMap<>();

    private final SharedShape shape;

    private SharedTypeObject(SharedShape shape) {
        super(shape.displayName() + " (version " + shape.version() + ")");
        value("name", shape.displayName());
        value("version", shape.version());
        value("fields", new Names(shape.fields().stream().map(Field::new).toList()));
        value("id", shape.id());
        function("type", 0, 0, (context, arguments) -> type());
        this.shape = shape;
    }

    /** The type of this type. */
    public SharedTypeObject type() {
        return of(shape.meta());
    }

    /** One per process and version, so that languages find it identical. */
    public static SharedTypeObject of(SharedShape shape) {
        return BY_SHAPE.computeIfAbsent(shape.id(), id -> new SharedTypeObject(shape));
    }

    /** Members name, type, nullable and declared. */
    private static final class Field extends Members {
        Field(FieldLocation field) {
            super(field.name() + ": " + field.typeText());
            value("name", field.name());
            value("type", field.typeText());
            value("nullable", field.isNullable());
            value("declared", field.isDeclared());
        }
    }

    /** The versions of a class, newest first. */
    public static Names versions(List<SharedShape> shapes) {
        return new Names(shapes.stream().map(SharedTypeObject::of).toList());
    }
}
