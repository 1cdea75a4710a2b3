// SPDX-License-Identifier: Apache-2.0
package colors.truffle.copy;

import colors.memory.Layout;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import colors.truffle.container.FlatContents;
import colors.values.Maps;
import colors.values.Unborn;
import com.oracle.truffle.api.interop.TruffleObject;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An object or container that a {@link CopyPlan} will make. Opaque to languages, which may use it as a value of another
 * one.
 */
public final class Planned implements TruffleObject {
    enum Kind {
        OBJECT(Layout.TYPE_CLASS),
        LIST(Layout.TYPE_LIST),
        TUPLE(Layout.TYPE_LIST),
        SET(Layout.TYPE_SET),
        FROZEN_SET(Layout.TYPE_SET),
        MAP(Layout.TYPE_MAP),
        BINARY(Layout.TYPE_BINARY),
        FLAT(Layout.TYPE_LIST),
        BYTES(Layout.TYPE_BINARY);

        final int type;

        Kind(int type) {
            this.type = type;
        }
    }

    final Kind kind;
    final String className; // empty for containers
    final Map<String, Object> fields = new LinkedHashMap<>(); // of an object
    Object[] elements = {}; // of a list; keys of a map, elements of a set
    Object[] values; // of a map
    byte[] bytes; // of a binary
    FlatContents contents; // of a flat array
    SharedShape shape; // of an object
    Maps.Filler filler; // of a map or set whose keys wait to be compared
    boolean keysMet; // CopyPlan came to it when it compared keys
    long address; // of the copy, 0 before it is made

    Planned(Kind kind, String className) {
        this.kind = kind;
        this.className = className;
    }

    /** What decides the shape of an object: values, and types of what is to come. */
    Map<String, Object> types() {
        var types = new LinkedHashMap<String, Object>(fields);
        types.replaceAll((name, value) ->
                value instanceof Planned planned ? new Unborn(planned.kind.type, planned.className) : value);
        return types;
    }

    Object value(FieldLocation field) {
        return fields.get(field.name());
    }
}
