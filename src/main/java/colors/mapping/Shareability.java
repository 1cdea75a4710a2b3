// SPDX-License-Identifier: Apache-2.0
package colors.mapping;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.names.HostNames;
import colors.names.Preparation;
import colors.values.ValueClass;
import java.lang.reflect.Modifier;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/** Which classes can be shared, and the error for the others. Code, threads and local resources stay private. */
public final class Shareability {
    private Shareability() {}

    /** Why instances of a class cannot be shared, or null when they can. */
    public static String obstacle(Class<?> type) {
        if (type.isHidden() || type.isSynthetic()) {
            return "it is a lambda or another class made at run time, and code is not shared";
        }
        if (Thread.class.isAssignableFrom(type) || ClassLoader.class.isAssignableFrom(type) || type == Class.class) {
            return "it is a resource of one process";
        }
        if (type.isEnum() || ValueClass.ofType(type) != null) {
            return "its instances are values, which are copied by themselves when they are stored in a field or"
                    + " repository";
        }
        if (isContainer(type)) {
            boolean isMap = Map.class.isAssignableFrom(type);
            return isSorted(type)
                    ? "its order would be lost: a shared " + (isMap ? "map" : "set")
                            + " has the order of insertion; copy it to a " + (isMap ? "LinkedHashMap" : "LinkedHashSet")
                    : null;
        }
        if (!type.isInterface() && (type.isAnonymousClass() || type.isLocalClass())) {
            return "it is an anonymous or local class, whose instances refer to what surrounds them; give it a name at"
                    + " the top or as a static member";
        }
        if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
            return "it is an inner class, whose instances refer to an outer instance; make it static";
        }
        return type.getClassLoader() == null || type.getName().startsWith("java.")
                ? "it is a class of the JDK with no shared twin" + instead(type)
                : null;
    }

    /** What to use in place of a class of the JDK, where there is something. */
    private static String instead(Class<?> type) {
        if (Collection.class.isAssignableFrom(type)) {
            return "; use a List" + (Queue.class.isAssignableFrom(type) ? ", or a channel between processes" : "");
        }
        if (type == BitSet.class) {
            return "; use a boolean[]";
        }
        return type == Optional.class ? "; declare the field as what is in it: it can be null" : "";
    }

    /** Whether instances are shared as a list, set, map or binary (CoLoRS paper, table 1). */
    public static boolean isContainer(Class<?> type) {
        return type.isArray()
                || List.class.isAssignableFrom(type)
                || Set.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type);
    }

    private static boolean isSorted(Class<?> type) {
        return SortedMap.class.isAssignableFrom(type) || SortedSet.class.isAssignableFrom(type);
    }

    /** Throws when instances of the class cannot be shared. {@code where} says where the instance or class was met. */
    public static void check(Class<?> type, String where) {
        String obstacle = obstacle(type);
        if (obstacle != null) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "class " + type.getName() + where + " cannot be shared: " + obstacle
                            + ". Leave it out (a transient field is not shared) or use a class of your own; nothing"
                            + " was shared");
        }
    }

    /** The same, for a class that is to be allocated. */
    public static void checkInstantiable(Class<?> type) {
        String name = type.getTypeName();
        if (type.isArray()) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    name + " is an array, which is shared as a " + (type == byte[].class ? "binary" : "flat array")
                            + "; copy one, SharedMemory.copyIn(new " + newArray(type)
                            + "), or make one with "
                            + (type == byte[].class
                                    ? "SharedBinary.create(size)"
                                    : "SharedArray.create("
                                            + type.getComponentType().getTypeName() + ".class, size)"));
        }
        if (isContainer(type)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    name
                            + " is shared as a container, which has no fields; make one with SharedList.create(),"
                            + " SharedSet.create(), SharedMap.create() or SharedBinary.create(size)");
        }
        if (type.isEnum() || ValueClass.ofType(type) != null) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    name
                            + " has no fields in shared memory: its instances are values; store one in a field,"
                            + " container or repository, and it is copied");
        }
        if (!hasInstances(type)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    name + " has no instances of its own: it is "
                            + (type.isPrimitive() ? "primitive" : type.isInterface() ? "an interface" : "abstract")
                            + "; name a class with instances, or an interface with @SharedName");
        }
        check(type, "");
    }

    private static boolean hasInstances(Class<?> type) {
        return HostNames.isSharedInterface(type)
                || !type.isInterface()
                        && !type.isPrimitive()
                        && (!Modifier.isAbstract(type.getModifiers()) || Preparation.isInstantiable(type));
    }

    private static String newArray(Class<?> type) {
        int dimensions = type.descriptorString().lastIndexOf('[') + 1;
        return type.getTypeName().replace("[]", "") + "[size]" + "[]".repeat(dimensions - 1);
    }

    /** Throws when no class was given. */
    public static void checkGiven(Class<?> type) {
        if (type == null) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "null was given for a class; name a class of the program that has instances, such as"
                            + " Employee.class");
        }
    }
}
