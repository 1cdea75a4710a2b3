// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.SharedMemoryException.Reason;
import colors.runtime.FieldAccess;
import colors.runtime.Shared;
import java.util.stream.Stream;

/** A field of an array type or a concrete collection, which no shared container is: for instances of prepared classes it can only be null. */
record ContainerHandle(ObjectHandle handle, Class<?> type) implements FieldAccess.OfObject {

    /** Whether some shared container is an instance of the type. */
    static boolean gives(Class<?> type) {
        return Stream.of(SharedList.class, SharedSet.class, SharedMap.class, SharedBinary.class).anyMatch(type::isAssignableFrom);
    }

    @Override
    public Object get(Shared object) {
        Object value = handle.get(object);
        if (value == null) {
            return null;
        }
        throw new SharedMemoryException(Reason.TYPE, handle.binding().describe() + " is declared " + type.getTypeName() + ", and what it holds in shared memory is no such object; declare it as "
                        + (value instanceof SharedMap ? "Map" : value instanceof SharedSet ? "Set" : value instanceof SharedBinary ? "Object, for a SharedBinary" : "List") + ", or read it by SharedObject.of(object).get(\"" + handle.name() + "\")");
    }

    @Override
    public void set(Shared object, Object value) {
        handle.set(object, value); // null; an error for a private object
    }
}
