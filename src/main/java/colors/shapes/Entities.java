// SPDX-License-Identifier: Apache-2.0
package colors.shapes;

import colors.SharedMemoryException;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Native;
import colors.memory.Segment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** Permanent named things of the classes space, given in granules: field names, classes, repositories, channels. */
public final class Entities {
    private static final ConcurrentHashMap<String, Integer> NAMES = new ConcurrentHashMap<>();
    private static final ConcurrentHashMap<String, Integer> CLASSES = new ConcurrentHashMap<>();

    private Entities() {}

    /** The entity of a field's name; 0, which no field has, when there is none and this process cannot make one. */
    public static int name(String name) {
        return known(NAMES, Layout.KIND_NAME, name);
    }

    /** The entity of a class. */
    public static int classNamed(String name) {
        return CLASSES.computeIfAbsent(name, n -> Native.entityIntern(Layout.KIND_CLASS, n));
    }

    /** The entity of a class that a field's type names; 0, as for {@link #name}. */
    public static int typeNamed(String name) {
        return known(CLASSES, Layout.KIND_CLASS, name);
    }

    /** What another process may make later is not remembered as missing. */
    private static int known(ConcurrentHashMap<String, Integer> entities, int kind, String name) {
        try {
            return entities.computeIfAbsent(name, n -> Native.entityIntern(kind, n));
        } catch (SharedMemoryException e) {
            if (e.reason() == SharedMemoryException.Reason.READ_ONLY) {
                return 0;
            }
            throw e;
        }
    }

    /** The address of a repository, found or made. */
    public static long repository(String key) {
        return Segment.ofGranules(Native.entityIntern(Layout.KIND_REPOSITORY, key));
    }

    /** The addresses of all entities of a kind, in no order. */
    public static List<Long> all(int kind) {
        List<Long> result = new ArrayList<>();
        int first = kind - Layout.KIND_NAME << Layout.NAME_BUCKETS_LOG2;
        addAll(
                result,
                Segment.BASE + Segment.header(Layout.HEADER_BUCKETS_OFFSET) + 4L * first,
                1 << Layout.NAME_BUCKETS_LOG2);
        return result;
    }

    /** What the buckets, or children of a node, lead to: the first of the entities of one hash, or a further node. */
    private static void addAll(List<Long> result, long slots, int count) {
        for (int i = 0; i < count; i++) {
            int word = Memory.getIntAcquire(slots + 4L * i);
            if ((word & Layout.NAME_NODE) != 0) {
                addAll(result, Segment.ofGranules(word & ~Layout.NAME_NODE), 1 << Layout.NAME_NODE_LOG2);
                continue;
            }
            for (int at = word; at != 0; at = Memory.getInt(Segment.ofGranules(at) + Layout.ENTITY_NEXT)) {
                result.add(Segment.ofGranules(at));
            }
        }
    }

    /** The address of the repository that has its slot there. */
    public static long ofPlace(long place) {
        return place - Layout.ENTITY_VALUE;
    }

    public static String name(int entity) {
        long address = Segment.ofGranules(entity);
        byte[] bytes = new byte[Memory.getInt(address + Layout.OBJECT_LENGTH)];
        Memory.copyOut(address + Layout.ENTITY_NAME, bytes, bytes.length);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
