// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.agent.program.ProgramClass;
import colors.agent.program.ProgramClasses;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the prepared classes and the records of shared names are: for objects that arrive before the program used their
 * class. Thread-safe.
 */
public final class PreparedNames {

    private record Place(String binaryName, WeakReference<ClassLoader> loader) {}

    private static final Map<String, List<Place>> BY_NAME = new ConcurrentHashMap<>(); // several loaders may have one
    private static volatile int generation;
    private static boolean lookedForNamed;

    private PreparedNames() {}

    static synchronized void add(ClassLoader loader, ProgramClass prepared) {
        List<Place> places = new ArrayList<>(BY_NAME.getOrDefault(prepared.sharedName(), List.of()));
        places.removeIf(place -> place.loader.refersTo(null));
        if (places.stream().noneMatch(place -> place.loader.refersTo(loader))) {
            places.add(new Place(prepared.name().replace('/', '.'), new WeakReference<>(loader)));
            BY_NAME.put(prepared.sharedName(), List.copyOf(places));
            generation++;
        }
    }

    /** Another number when there are more names: what was not found before may be now. */
    public static int generation() {
        return generation;
    }

    /**
     * The class of a shared name, loaded if need be, as {@code asking} sees it, or else the first; null when the agent
     * knows of none.
     */
    public static Class<?> find(String sharedName, ClassLoader asking) {
        List<Place> places = BY_NAME.get(sharedName);
        if (places == null) {
            lookForNamed();
            places = BY_NAME.getOrDefault(sharedName, List.of());
        }
        Class<?> found = null;
        for (Place place : places) {
            ClassLoader loader = place.loader.get();
            Class<?> type = load(place, loader);
            if (type != null && (found == null || type == load(place, asking))) {
                found = type;
            }
        }
        return found;
    }

    private static Class<?> load(Place place, ClassLoader loader) {
        try {
            return loader == null ? null : Class.forName(place.binaryName, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    /**
     * Classes that the program declared by their full names may have another shared name, which only their files tell.
     */
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
