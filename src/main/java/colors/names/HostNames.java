// SPDX-License-Identifier: Apache-2.0
package colors.names;

import colors.SharedName;
import java.lang.reflect.Field;

/** The classes of this program and the names under which they are shared. */
public final class HostNames {
    private HostNames() {}

    /** The name under which a class is shared; a nested class is named with dots. */
    public static String of(Class<?> type) {
        String reserved = ReservedNames.of(type);
        if (reserved != null) {
            return reserved;
        }
        SharedName name = type.getAnnotation(SharedName.class);
        return name != null && !name.value().isEmpty()
                ? name.value()
                : type.getName().replace('$', '.');
    }

    /** Whether a class was declared open: its fields are not pinned. */
    public static boolean isOpen(Class<?> type) {
        SharedName name = type.getAnnotation(SharedName.class);
        return name != null && name.open();
    }

    /** Whether objects of a shared class can be instances of an interface: it was declared by {@link SharedName}. */
    public static boolean isSharedInterface(Class<?> type) {
        return type.isInterface() && type.isAnnotationPresent(SharedName.class);
    }

    public static void register(Class<?> type) {
        NamedClasses.add(of(type), type);
    }

    /** Whether the private classes of two shared names are subclass and superclass. */
    public static boolean isSubtype(String className, String superName) {
        Class<?> type = find(className);
        Class<?> superType = find(superName);
        return type != null && superType != null && superType.isAssignableFrom(type);
    }

    /** The shared name of a private field, {@code name} where it is declared, in a class that inherits it. */
    public static String fieldName(String className, Field field, String name) {
        Class<?> type = find(className, field.getDeclaringClass().getClassLoader());
        return type == null ? name : FieldNames.of(type).getOrDefault(field, name);
    }

    /** The program's class of a shared name, or null. */
    public static Class<?> find(String name) {
        return find(name, null);
    }

    /** The same as a loader sees it, if it is not null; else the context class loader. */
    public static Class<?> find(String name, ClassLoader loader) {
        ClassLoader asking = NamedClasses.asking(loader);
        Class<?> known = NamedClasses.find(name, asking);
        if (known != null) {
            return known;
        }
        Class<?> prepared = Preparation.find(name, asking);
        Class<?> loaded = prepared != null ? prepared : load(name, asking);
        if (loaded != null && of(loaded).equals(name)) {
            register(loaded);
            return loaded;
        }
        return null;
    }

    /** Loads a class by its shared name: the last dots may stand before nested classes. */
    private static Class<?> load(String name, ClassLoader loader) {
        for (String binary = name; ; ) {
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

    /** The same of a constant's enum, which constants of that name are read as from now on. */
    public static String ofEnum(Enum<?> constant) {
        register(constant.getDeclaringClass());
        return of(constant.getDeclaringClass());
    }
}
