// SPDX-License-Identifier: Apache-2.0
import colors.*;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Copies maps and sets that another thread fills: a copy has some of the entries, each whole, and nothing else of the
 * heap changes.
 */
public class Race {
    static class Key {
        long a = 1;
        long b = 2;
    }

    public static void main(String[] arguments) throws Exception {
        SharedList<Object> neighbour = SharedMemory.copyIn(new long[] {1, 2, 3});
        int most = 0;
        for (int round = 0; round < 100; round++) {
            ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>(1 << 14);
            Set<Object> set = ConcurrentHashMap.newKeySet();
            for (int i = 0; i < 8; i++) {
                map.put(new Key(), 1L);
                set.add(new Key());
            }
            Thread writer = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 3000; i++) {
                    map.put(new Key(), 2L);
                    set.add(new Key());
                }
            });
            SharedMap<Object, Object> copy = SharedMemory.copyIn(map);
            SharedSet<Object> elements = SharedMemory.copyIn(set);
            for (Object key : copy.keySet()) {
                check(((Ref<?>) key).get("b").equals(2L) && copy.get(key) instanceof Long);
            }
            check(copy.size() == copy.keySet().stream().distinct().count()
                    && elements.size() == elements.stream().distinct().count());
            most = Math.max(most, copy.size());
            writer.join();
        }
        SharedMemory.collect();
        check(neighbour.toString().equals("[1, 2, 3]"));
        IO.println("copied maps of up to " + most + " entries while they grew");
    }

    static void check(boolean holds) {
        if (!holds) {
            throw new AssertionError();
        }
    }
}
