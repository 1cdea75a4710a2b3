// SPDX-License-Identifier: Apache-2.0
package colors.truffle.interop;

import colors.runtime.FieldLocation;
import colors.runtime.SharedShape;
import java.util.List;

/** One version of a shared class, for other languages: members name, version and fields. */
final class SharedTypeObject extends Members {
    SharedTypeObject(SharedShape shape) {
        super(shape.className() + " (version " + shape.version() + ")");
        value("name", shape.className());
        value("version", shape.version());
        value("fields", new Names(shape.fields().stream().map(Field::new).toList()));
        value("id", shape.id());
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
    static Names versions(List<SharedShape> shapes) {
        return new Names(shapes.stream().map(SharedTypeObject::new).toList());
    }
}
