// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;

/** Permanent named things of the classes space, given in granules: field names, classes, repositories. */
public final class Entities {
    private static final ConcurrentHashMap<String, Integer> NAMES = new ConcurrentHashMap<>();
    private static final ConcurrentHashMap<String, Integer> CLASSES = new ConcurrentHashMap<>();

    private Entities() {
    }

    /** The entity of a field's name. */
    public static int name(String name) {
        return NAMES.computeIfAbsent(name, n -> Native.entityIntern(Layout.KIND_NAME, n));
    }

    /** The entity of a class. */
    public static int classNamed(String name) {
        return CLASSES.computeIfAbsent(name, n -> Native.entityIntern(Layout.KIND_CLASS, n));
    }

    /** The address of the tagged slot of a repository, found or made. */
    public static long repositoryPlace(String key) {
        return Segment.ofGranules(Native.entityIntern(Layout.KIND_REPOSITORY, key)) + Layout.ENTITY_VALUE;
    }

    /** The address of the repository that has its slot there. */
    public static long ofPlace(long place) {
        return place - Layout.ENTITY_VALUE;
    }

    static String name(int entity) {
        long address = Segment.ofGranules(entity);
        byte[] bytes = new byte[Memory.getInt(address + Layout.OBJECT_LENGTH)];
        Memory.copyOut(address + Layout.ENTITY_NAME, bytes, bytes.length);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
