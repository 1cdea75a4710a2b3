// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.runtime.Values;
import java.util.concurrent.ConcurrentHashMap;

/** Host Java's side of the border: its wrapper, and the private class that a shared class's name maps to. */
final class HostLanguage {
    static final Values VALUES = new Values(SharedObject::new);

    private static final ConcurrentHashMap<String, Class<?>> BY_NAME = new ConcurrentHashMap<>();

    private HostLanguage() {
    }

    /** The name under which a class is shared; a nested class is named with dots. */
    static String sharedName(Class<?> type) {
        SharedName name = type.getAnnotation(SharedName.class);
        return name != null ? name.value() : type.getName().replace('$', '.');
    }

    static void register(Class<?> type) {
        BY_NAME.putIfAbsent(sharedName(type), type);
    }

    /** Whether the private classes of two shared names are subclass and superclass. */
    static boolean isSubtype(String className, String superName) {
        Class<?> type = find(className);
        Class<?> superType = find(superName);
        return type != null && superType != null && superType.isAssignableFrom(type);
    }

    private static Class<?> find(String name) {
        Class<?> known = BY_NAME.get(name);
        if (known != null) {
            return known;
        }
        Class<?> loaded = load(name);
        if (loaded != null && sharedName(loaded).equals(name)) {
            register(loaded);
            return loaded;
        }
        return null;
    }

    /** Loads a class by its shared name: the last dots may stand before nested classes. */
    private static Class<?> load(String name) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        for (String binary = name;;) {
            try {
                return Class.forName(binary, false, loader);
            } catch (ClassNotFoundException | LinkageError e) {
                int dot = binary.lastIndexOf('.');
                if (dot < 0) {
                    return null;
                }
                binary = binary.substring(0, dot) + "$" + binary.substring(dot + 1);
            }
        }
    }
}
