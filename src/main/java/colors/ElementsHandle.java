// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.runtime.FieldAccess;
import colors.runtime.Shared;

/** A field declared {@code List<Integer>}, or of another container of boxes that shared memory has no type for: its elements are converted. */
record ElementsHandle(ObjectHandle handle, ElementTypes types) implements FieldAccess.OfObject {

    /** The handle of a field, of this class where elements have to be converted. */
    static FieldAccess of(ObjectHandle handle) {
        ElementTypes types = ElementTypes.of(handle.binding().field().field());
        return types.areNone() ? handle : new ElementsHandle(handle, types);
    }

    @Override
    public Object get(Shared object) {
        return types.view(handle.get(object));
    }

    @Override
    public void set(Shared object, Object value) {
        handle.set(object, value);
    }
}
