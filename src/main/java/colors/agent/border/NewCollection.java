// SPDX-License-Identifier: Apache-2.0
package colors.agent.border;

import colors.wrappers.ConcreteCollection;
import colors.wrappers.ListWrapper;
import colors.wrappers.MapWrapper;
import colors.wrappers.SetWrapper;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What rewritten code calls in place of the constructors of the JDK's collections: in shared mode they make shared
 * ones.
 */
public final class NewCollection {
    /** What the methods for a class are named here. */
    private static final Map<String, String> METHODS = Map.of(
            "java/util/ArrayList",
            "arrayList",
            "java/util/HashMap",
            "hashMap",
            "java/util/LinkedHashMap",
            "linkedHashMap",
            "java/util/HashSet",
            "hashSet",
            "java/util/LinkedHashSet",
            "linkedHashSet");

    private static final Set<String> CALLS = Arrays.stream(NewCollection.class.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()))
            .map(method -> method.getName()
                    + MethodType.methodType(void.class, method.getParameterTypes())
                            .descriptorString())
            .collect(Collectors.toSet());

    private NewCollection() {}

    /** The method for a constructor, by its class and descriptor; null when it is none of these. */
    public static String methodFor(String internalName, String descriptor) {
        String method = METHODS.get(internalName);
        return method != null && CALLS.contains(method + descriptor) ? method : null;
    }

    public static ArrayList<?> arrayList() {
        return Construction.isShared() ? list(List.of()) : new ArrayList<>();
    }

    public static ArrayList<?> arrayList(int capacity) {
        return Construction.isShared() && capacity >= 0 ? list(List.of()) : new ArrayList<>(capacity);
    }

    public static ArrayList<?> arrayList(Collection<?> elements) {
        return Construction.isShared() ? list(elements) : new ArrayList<>(elements);
    }

    public static HashMap<?, ?> hashMap() {
        return Construction.isShared() ? map(HashMap.class, Map.of()) : new HashMap<>();
    }

    public static HashMap<?, ?> hashMap(int capacity) {
        return Construction.isShared() && capacity >= 0 ? map(HashMap.class, Map.of()) : new HashMap<>(capacity);
    }

    public static HashMap<?, ?> hashMap(int capacity, float load) {
        return Construction.isShared() && capacity >= 0 && load > 0
                ? map(HashMap.class, Map.of())
                : new HashMap<>(capacity, load);
    }

    public static HashMap<?, ?> hashMap(Map<?, ?> entries) {
        return Construction.isShared() ? map(HashMap.class, entries) : new HashMap<>(entries);
    }

    public static LinkedHashMap<?, ?> linkedHashMap() {
        return Construction.isShared() ? map(LinkedHashMap.class, Map.of()) : new LinkedHashMap<>();
    }

    public static LinkedHashMap<?, ?> linkedHashMap(int capacity) {
        return Construction.isShared() && capacity >= 0
                ? map(LinkedHashMap.class, Map.of())
                : new LinkedHashMap<>(capacity);
    }

    public static LinkedHashMap<?, ?> linkedHashMap(int capacity, float load) {
        return Construction.isShared() && capacity >= 0 && load > 0
                ? map(LinkedHashMap.class, Map.of())
                : new LinkedHashMap<>(capacity, load);
    }

    /** A map in the order of access is private in any mode: a shared one has the order of insertion. */
    public static LinkedHashMap<?, ?> linkedHashMap(int capacity, float load, boolean byAccess) {
        return byAccess ? new LinkedHashMap<>(capacity, load, true) : linkedHashMap(capacity, load);
    }

    public static LinkedHashMap<?, ?> linkedHashMap(Map<?, ?> entries) {
        return Construction.isShared() ? map(LinkedHashMap.class, entries) : new LinkedHashMap<>(entries);
    }

    public static HashSet<?> hashSet() {
        return Construction.isShared() ? set(HashSet.class, Set.of()) : new HashSet<>();
    }

    public static HashSet<?> hashSet(int capacity) {
        return Construction.isShared() && capacity >= 0 ? set(HashSet.class, Set.of()) : new HashSet<>(capacity);
    }

    public static HashSet<?> hashSet(int capacity, float load) {
        return Construction.isShared() && capacity >= 0 && load > 0
                ? set(HashSet.class, Set.of())
                : new HashSet<>(capacity, load);
    }

    public static HashSet<?> hashSet(Collection<?> elements) {
        return Construction.isShared() ? set(HashSet.class, elements) : new HashSet<>(elements);
    }

    public static LinkedHashSet<?> linkedHashSet() {
        return Construction.isShared() ? set(LinkedHashSet.class, Set.of()) : new LinkedHashSet<>();
    }

    public static LinkedHashSet<?> linkedHashSet(int capacity) {
        return Construction.isShared() && capacity >= 0
                ? set(LinkedHashSet.class, Set.of())
                : new LinkedHashSet<>(capacity);
    }

    public static LinkedHashSet<?> linkedHashSet(int capacity, float load) {
        return Construction.isShared() && capacity >= 0 && load > 0
                ? set(LinkedHashSet.class, Set.of())
                : new LinkedHashSet<>(capacity, load);
    }

    public static LinkedHashSet<?> linkedHashSet(Collection<?> elements) {
        return Construction.isShared() ? set(LinkedHashSet.class, elements) : new LinkedHashSet<>(elements);
    }

    private static ArrayList<?> list(Collection<?> elements) {
        ListWrapper list = ListWrapper.create();
        list.addAll(elements);
        return (ArrayList<?>) ConcreteCollection.of(ArrayList.class, list);
    }

    private static <M> M map(Class<M> type, Map<?, ?> entries) {
        MapWrapper map = MapWrapper.create();
        map.putAll(entries);
        return type.cast(ConcreteCollection.of(type, map));
    }

    private static <S> S set(Class<S> type, Collection<?> elements) {
        SetWrapper set = SetWrapper.create();
        set.addAll(elements);
        return type.cast(ConcreteCollection.of(type, set));
    }
}
