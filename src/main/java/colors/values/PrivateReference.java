// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;

/** The error of a reference to a private object, which shared memory takes none of. */
public final class PrivateReference {
    private static volatile Function<Class<?>, String> advice = type -> "";

    private PrivateReference() {}

    /**
     * What is to be said of a class beyond that, as why the agent makes no shared objects of it. Null is not allowed.
     */
    public static void advise(Function<Class<?>, String> given) {
        advice = given;
    }

    public static SharedMemoryException of(Object value) {
        Class<?> type = value.getClass();
        return SharedMemoryException.of(
                Reason.ARGUMENT,
                (type.isArray() ? "a private " + type.getTypeName() : "a private object of class " + type.getName())
                        + " cannot be stored in shared memory: other processes could not follow the reference; store a"
                        + " shared object ("
                        + maker(value) + ") or a scalar" + advice.apply(type));
    }

    private static String maker(Object value) {
        return value instanceof Collection || value instanceof Map
                ? "SharedMemory.copyIn makes one"
                : (value.getClass().isArray() ? "SharedArray" : "Ref") + ".copyOf makes one, with the agent copyIn";
    }
}
