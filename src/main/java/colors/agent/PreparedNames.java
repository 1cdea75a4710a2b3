// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Where the prepared classes and the records of shared names are: for objects that arrive before the program used their class. Thread-safe. */
public final class PreparedNames {

    private record Place(String binaryName, WeakReference<ClassLoader> loader) {
    }

    private static final Map<String, Place> BY_NAME = new ConcurrentHashMap<>();
    private static volatile int generation;
    private static boolean lookedForNamed;

    private PreparedNames() {
    }

    static synchronized void add(ClassLoader loader, ProgramClass prepared) {
        if (BY_NAME.putIfAbsent(prepared.sharedName(), new Place(prepared.name().replace('/', '.'), new WeakReference<>(loader))) == null) {
            generation++;
        }
    }

    /** Another number when there are more names: what was not found before may be now. */
    public static int generation() {
        return generation;
    }

    /** The class of a shared name, loaded if need be; null when the agent knows of none. */
    public static Class<?> find(String sharedName) {
        if (!Preparation.isActive()) {
            return null;
        }
        Place place = BY_NAME.get(sharedName);
        if (place == null) {
            lookForNamed();
            place = BY_NAME.get(sharedName);
        }
        return place == null ? null : load(place);
    }

    private static Class<?> load(Place place) {
        ClassLoader loader = place.loader.get();
        try {
            return loader == null ? null : Class.forName(place.binaryName, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    /** Classes that the program declared by their full names may have another shared name, which only their files tell. */
    private static synchronized void lookForNamed() {
        if (lookedForNamed) {
            return;
        }
        lookedForNamed = true;
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        for (String name : ProgramClasses.patterns().names()) {
            ProgramClass found = name.endsWith("*") ? null : ProgramClasses.find(loader, name);
            if (found != null && (found.isRecord() || ProgramClasses.isPrepared(found))) {
                add(loader, found);
            }
        }
    }
}
