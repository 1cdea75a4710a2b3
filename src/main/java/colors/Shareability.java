// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.SharedMemoryException.Reason;
import colors.runtime.ValueClass;
import java.lang.reflect.Modifier;
import java.util.Set;

/** Which classes can be shared, and the error for the others. Code, threads and local resources stay private. */
final class Shareability {
    /** Builtins whose shared twins are containers or further scalars, which this version does not have yet. */
    private static final Set<String> CONTAINER_PACKAGES = Set.of("java.util", "java.util.concurrent");

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
        if (type.isArray() || CONTAINER_PACKAGES.contains(type.getPackageName())) {
            return "arrays and collections are not shared in this version";
        }
        if (type.isAnonymousClass() || type.isLocalClass()) {
            return "it is an anonymous or local class, whose instances refer to what surrounds them; give it a name at the top or as a static member";
        }
        if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
            return "it is an inner class, whose instances refer to an outer instance; make it static";
        }
        return type.getClassLoader() == null || type.getName().startsWith("java.") ? "it is a class of the JDK with no shared twin" : null;
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
        check(type, "");
    }
}
