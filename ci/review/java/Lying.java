// SPDX-License-Identifier: Apache-2.0
import colors.*;
import java.util.*;

/**
 * Copies maps, sets and lists whose sizes are no number of what they have: the copy has what they gave, and nothing
 * else of the heap changes.
 */
public class Lying {
    static final int ENTRIES = 400;

    static class Key {
        long a = 1;
        long b = 2;
    }

    static class Liar extends AbstractSet<Object> {
        final int size;
        final List<Object> elements = new ArrayList<>();

        Liar(int size) {
            this.size = size;
            for (int i = 0; i < ENTRIES; i++) {
                elements.add(new Key());
            }
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public boolean isEmpty() {
            return false;
        }

        @Override
        public Iterator<Object> iterator() {
            return elements.iterator();
        }
    }

    static Map<Object, Object> map(Liar keys) {
        Map<Object, Object> all = new IdentityHashMap<>();
        keys.forEach(key -> all.put(key, 7L));
        return new AbstractMap<>() {
            @Override
            public int size() {
                return keys.size();
            }

            @Override
            public boolean isEmpty() {
                return false;
            }

            @Override
            public Set<Map.Entry<Object, Object>> entrySet() {
                return all.entrySet();
            }
        };
    }

    static List<Object> list(Liar elements) {
        return new AbstractList<>() {
            @Override
            public Object get(int index) {
                return elements.elements.get(index);
            }

            @Override
            public int size() {
                return elements.size();
            }

            @Override
            public Object[] toArray() {
                return elements.elements.toArray();
            }
        };
    }

    public static void main(String[] arguments) {
        SharedList<Object> neighbour = SharedMemory.copyIn(new long[] {1, 2, 3});
        for (int size : new int[] {-1, 0, 8, ENTRIES - 1, ENTRIES + 1, 100_000, Integer.MAX_VALUE}) {
            SharedMap<Object, Object> map = SharedMemory.copyIn(map(new Liar(size)));
            check(
                    map.size() == ENTRIES && map.keySet().stream().distinct().count() == ENTRIES,
                    "a map that says " + size);
            SharedSet<Object> set = SharedMemory.copyIn((Set<?>) new Liar(size));
            check(set.size() == ENTRIES && set.stream().distinct().count() == ENTRIES, "a set that says " + size);
            SharedList<Object> list = SharedMemory.copyIn(list(new Liar(size)));
            check(list.size() == ENTRIES, "a list that says " + size);
        }
        SharedMemory.collect();
        check(neighbour.toString().equals("[1, 2, 3]"), "a neighbour");
        IO.println("copied what they gave, whatever they said");
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
