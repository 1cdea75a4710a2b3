// SPDX-License-Identifier: Apache-2.0
package colors.names;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The program's classes by shared name. Several class loaders may have a class of one name: then that one is found
 * which the asking loader sees, or the thread's context class loader. Keeps no class and no loader alive. Thread-safe.
 */
public final class NamedClasses {
    private static final ConcurrentHashMap<String, List<WeakReference<Class<?>>>> BY_NAME = new ConcurrentHashMap<>();
    /** What was found for a loader where that was not obvious; emptied when there is another class. */
    private static final Map<ClassLoader, Map<String, WeakReference<Class<?>>>> FOUND =
            Collections.synchronizedMap(new WeakHashMap<>());

    private static volatile Consumer<String> listener = name -> {};

    private NamedClasses() {}

    /** Tells somebody the name of each class that is added from now on. */
    public static void onAdd(Consumer<String> given) {
        listener = given;
    }

    /**
     * The loader that decides: the one given if it is not null, else the context class loader, else the application's.
     */
    public static ClassLoader asking(ClassLoader loader) {
        ClassLoader context = loader != null ? loader : Thread.currentThread().getContextClassLoader();
        return context != null ? context : ClassLoader.getSystemClassLoader();
    }

    /** False when it was there. */
    public static boolean add(String name, Class<?> type) {
        if (isIn(BY_NAME.get(name), type)) {
            return false;
        }
        boolean[] added = {false};
        BY_NAME.compute(name, (key, old) -> {
            added[0] = !isIn(old, type);
            List<WeakReference<Class<?>>> types = new ArrayList<>(old == null ? List.of() : old);
            types.removeIf(known -> known.refersTo(null));
            if (added[0]) {
                types.add(new WeakReference<>(type));
            }
            return List.copyOf(types);
        });
        FOUND.clear();
        if (added[0]) {
            listener.accept(name);
        }
        return added[0];
    }

    private static boolean isIn(List<WeakReference<Class<?>>> types, Class<?> type) {
        return types != null && types.stream().anyMatch(known -> known.refersTo(type));
    }

    /**
     * The class of a name as a loader sees it, or else the context class loader, or else the only one that was added;
     * null when there is none.
     *
     * @throws SharedMemoryException (STATE) when several were added and neither loader sees one of them
     */
    public static Class<?> find(String name, ClassLoader asking) {
        List<WeakReference<Class<?>>> known = BY_NAME.get(name);
        if (known == null) {
            return null;
        }
        if (known.size() == 1) {
            Class<?> only = known.getFirst().get();
            if (only == null || only.getClassLoader() == asking) {
                return only;
            }
        }
        return findSlowly(name, known, asking);
    }

    private static Class<?> findSlowly(String name, List<WeakReference<Class<?>>> known, ClassLoader asking) {
        Map<String, WeakReference<Class<?>>> found = FOUND.computeIfAbsent(asking, key -> new ConcurrentHashMap<>());
        WeakReference<Class<?>> cached = found.get(name);
        Class<?> type = cached == null ? null : cached.get();
        if (type == null) {
            type = choose(name, known, asking);
            if (type != null && isSeen(type, asking)) { // or it may depend on the context class loader
                found.put(name, new WeakReference<>(type));
            }
        }
        return type;
    }

    private static Class<?> choose(String name, List<WeakReference<Class<?>>> known, ClassLoader asking) {
        List<Class<?>> types = new ArrayList<>();
        known.forEach(reference -> {
            Class<?> type = reference.get();
            if (type != null) {
                types.add(type);
            }
        });
        Class<?> seen = seenBy(asking, name, types);
        if (seen == null) {
            seen = seenBy(asking(null), name, types);
        }
        if (seen != null || types.size() <= 1) {
            return seen != null ? seen : types.isEmpty() ? null : types.getFirst();
        }
        throw SharedMemoryException.of(
                Reason.STATE,
                "shared objects of class " + name + " can be instances of " + types.size()
                        + " classes of this program, of the loaders "
                        + types.stream().map(Class::getClassLoader).toList()
                        + ", and the context class loader of thread "
                        + Thread.currentThread().getName()
                        + " sees none of these; set it: Thread.currentThread().setContextClassLoader(...)");
    }

    /** What a loader has under the names of these classes: maybe a class of its own that was not added yet. */
    private static Class<?> seenBy(ClassLoader loader, String name, List<Class<?>> types) {
        for (Class<?> type : types) {
            try {
                Class<?> seen = Class.forName(type.getName(), false, loader);
                if (HostNames.of(seen).equals(name)) {
                    return seen;
                }
            } catch (ClassNotFoundException | LinkageError e) {
                // it has none
            }
        }
        return null;
    }

    private static boolean isSeen(Class<?> type, ClassLoader loader) {
        return seenBy(loader, HostNames.of(type), List.of(type)) == type;
    }
}
