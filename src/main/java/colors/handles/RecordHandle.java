// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.roots.Shared;
import colors.shapes.FieldAccess;
import colors.wrappers.ObjectWrapper;

/**
 * A field whose type is a record. Records are values: for instances of prepared classes it gives a private one, and
 * copies what is stored.
 */
public record RecordHandle(ObjectHandle handle, Class<?> type) implements FieldAccess.OfObject {

    @Override
    public Object get(Shared object) {
        Object value = handle.get(object);
        if (value == null || type.isInstance(value)) {
            return value;
        }
        if (value instanceof ObjectWrapper shared && shared.isOf(type)) {
            return RecordReader.read(type, shared);
        }
        throw handle.binding().mismatch(value);
    }

    @Override
    public void set(Shared object, Object value) {
        handle.set(object, value);
    }
}
