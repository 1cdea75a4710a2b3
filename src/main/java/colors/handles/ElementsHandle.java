// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.roots.Shared;
import colors.shapes.FieldAccess;
import colors.wrappers.ElementTypes;

/**
 * A field of any other type, for code that the agent rewrote: what is read is an instance of that type. Of a field
 * declared {@code List<Integer>}, or of another container of boxes that shared memory has no type for, the elements are
 * converted.
 */
public record ElementsHandle(ObjectHandle handle, Class<?> type, ElementTypes types) implements FieldAccess.OfObject {

    public static FieldAccess of(ObjectHandle handle) {
        return new ElementsHandle(
                handle,
                handle.binding().field().type(),
                ElementTypes.of(handle.binding().field().field()));
    }

    /**
     * Another type is found in an object of an open class, or where a class of this program is another one than the
     * writer's.
     */
    @Override
    public Object get(Shared object) {
        Object value = types.view(handle.get(object));
        if (value == null || type.isInstance(value)) {
            return value;
        }
        throw handle.binding().mismatch(value);
    }

    @Override
    public void set(Shared object, Object value) {
        handle.set(object, value);
    }
}
