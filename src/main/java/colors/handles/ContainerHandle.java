// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.TypeConflictException;
import colors.roots.Shared;
import colors.shapes.FieldAccess;
import colors.wrappers.BinaryWrapper;
import colors.wrappers.ConcreteCollection;
import colors.wrappers.ElementTypes;
import colors.wrappers.MapWrapper;
import colors.wrappers.SetWrapper;
import java.lang.reflect.Field;

/**
 * A field of a concrete collection, which no shared container is: for instances of prepared classes it gives one whose
 * methods call the container's.
 */
public record ContainerHandle(ObjectHandle handle, Class<?> type, ElementTypes types) implements FieldAccess.OfObject {

    public static FieldAccess of(ObjectHandle handle) {
        Field field = handle.binding().field().field();
        return new ContainerHandle(handle, field.getType(), ElementTypes.of(field));
    }

    @Override
    public Object get(Shared object) {
        Object value = handle.get(object);
        if (value == null) {
            return null;
        }
        Object concrete = ConcreteCollection.of(type, types.view(value));
        if (concrete == null) {
            throw new TypeConflictException(handle.binding().describe() + " is declared " + type.getTypeName()
                    + ", and what it holds in shared memory is no such object; declare it as "
                    + (value instanceof MapWrapper
                            ? "Map, HashMap or LinkedHashMap"
                            : value instanceof SetWrapper
                                    ? "Set, HashSet or LinkedHashSet"
                                    : value instanceof BinaryWrapper ? "byte[]" : "List or ArrayList")
                    + ", or read it by Ref.of(object).get(\"" + handle.name() + "\")");
        }
        return concrete;
    }

    @Override
    public void set(Shared object, Object value) {
        handle.set(object, value); // an error for a private object
    }
}
