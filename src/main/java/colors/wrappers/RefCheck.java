// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.TypeConflictException;
import colors.heap.Heap;
import colors.names.HostNames;
import colors.roots.Instance;
import colors.shapes.SharedShape;
import colors.values.TypeRules;
import java.lang.ref.Reference;

/** Whether objects are of a class of the program, or of a subclass. Thread-safe. */
final class RefCheck {
    private final Class<?> type;
    private int accepted; // the shape of the last object that was; racy, one word

    RefCheck(Class<?> type) {
        this.type = type;
    }

    /** The reference for a value that was read. Throws TypeConflictException when it is to another class's object. */
    Object check(Object value, int index) {
        if (value == null) {
            return null;
        }
        ObjectWrapper object =
                value instanceof Instance ? ObjectWrapper.of(value) : value instanceof ObjectWrapper ref ? ref : null;
        if (object == null) {
            throw conflict(TypeRules.describe(value), index);
        }
        int shape = Heap.shapeId(object.address());
        Reference.reachabilityFence(object);
        if (shape != accepted) {
            if (!isOf(SharedShape.of(shape).className())) {
                throw conflict("a " + SharedShape.of(shape).className(), index);
            }
            accepted = shape;
        }
        return object;
    }

    private boolean isOf(String name) {
        return type == Object.class || name.equals(HostNames.of(type)) || isSubclass(HostNames.find(name));
    }

    private boolean isSubclass(Class<?> found) {
        return found != null && type.isAssignableFrom(found);
    }

    private TypeConflictException conflict(String found, int index) {
        return new TypeConflictException(
                (index < 0 ? "the object is " : "element " + index + " is ") + found + ", no " + type.getName());
    }
}
