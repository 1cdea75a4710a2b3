// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.SharedMemoryException.Reason;
import colors.runtime.ValueClass;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/** Which classes can be shared, and the error for the others. Code, threads and local resources stay private. */
final class Shareability {
    private Shareability() {
    }

    /** Why instances of a class cannot be shared, or null when they can. */
    static String obstacle(Class<?> type) {
        if (type.isHidden() || type.isSynthetic()) {
            return "it is a lambda or another class made at run time, and code is not shared";
        }
        if (Thread.class.isAssignableFrom(type) || ClassLoader.class.isAssignableFrom(type) || type == Class.class) {
            return "it is a resource of one process";
        }
        if (type.isEnum() || ValueClass.ofType(type) != null) {
            return "its instances are values, which are copied by themselves when they are stored in a field or repository";
        }
        if (isContainer(type)) {
            return isSorted(type) ? "its order would be lost: a shared " + (Map.class.isAssignableFrom(type) ? "map" : "set") + " has the order of insertion; copy it to a Linked one" : null;
        }
        if (type.isAnonymousClass() || type.isLocalClass()) {
            return "it is an anonymous or local class, whose instances refer to what surrounds them; give it a name at the top or as a static member";
        }
        if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
            return "it is an inner class, whose instances refer to an outer instance; make it static";
        }
        return type.getClassLoader() == null || type.getName().startsWith("java.") ? "it is a class of the JDK with no shared twin" : null;
    }

    /** Whether instances are shared as a list, set, map or binary (CoLoRS paper, table 1). */
    static boolean isContainer(Class<?> type) {
        return type.isArray() || List.class.isAssignableFrom(type) || Set.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }

    private static boolean isSorted(Class<?> type) {
        return SortedMap.class.isAssignableFrom(type) || SortedSet.class.isAssignableFrom(type);
    }

    /** Throws when instances of the class cannot be shared. {@code where} says where the instance or class was met. */
    static void check(Class<?> type, String where) {
        String obstacle = obstacle(type);
        if (obstacle != null) {
            throw new SharedMemoryException(Reason.ARGUMENT, "class " + type.getName() + where + " cannot be shared: " + obstacle
                            + ". Leave it out (a transient field is not shared) or use a class of your own; nothing was shared");
        }
    }

    /** The same, for a class that is to be allocated. */
    static void checkInstantiable(Class<?> type) {
        if (type.isInterface() || type.isPrimitive() || Modifier.isAbstract(type.getModifiers())) {
            throw new SharedMemoryException(Reason.ARGUMENT, type.getName() + " has no instances of its own: it is primitive, abstract or an interface; name a class with instances");
        }
        if (isContainer(type)) {
            throw new SharedMemoryException(Reason.ARGUMENT, type.getTypeName() + " is shared as a container, which has no fields; make one with SharedList.create(), SharedSet.create(), SharedMap.create() or SharedBinary.create(size)");
        }
        check(type, "");
    }
}
