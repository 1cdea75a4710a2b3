// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedList;
import colors.SharedMap;
import colors.SharedMemory;
import colors.SharedName;
import colors.ValueType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Maps: order of insertion, keys of every scalar type and their equality, shared objects as keys and values. */
final class Maps extends Program {
    public static void main(String[] arguments) {
        new Maps().runAll(arguments);
    }

    @SharedName("maps.Key")
    static final class Key {
        int number = 7;
    }

    @Override
    void write() {
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put(new Key(), "by identity");
        map.put("one", 1);
        map.put("two", List.of(2, 22));
        map.put(3, "three");
        map.put(0.5, "half");
        map.put(true, null);
        publish("maps", SharedMemory.copyIn(map));
    }

    @Override
    void read() {
        SharedMap<Object, Object> map = find("maps", ValueType.map(Object.class, Object.class));
        print(map);
        say("three: " + text(map.get(3)) + ", as a string: " + map.containsKey("3") + ", one: " + map.containsKey(1)
                + ", true: " + map.containsKey(true));
        map.put("one", 11);
        map.remove(0.5);
        map.put(0.5, "again");
        SharedList<Object> list =
                map.as(ValueType.of(Object.class), ValueType.list(Object.class)).get("two");
        list.add(222);
        Ref<?> key = (Ref<?>) map.keySet().iterator().next();
        say("object: " + text(map.get(key)) + ", another one: " + map.containsKey(Ref.copyOf(new Key())));
        map.put("key", key);
        for (int i = 0; i < 1000; i++) {
            map.put(i * 10 + 4, i);
        }
        for (int i = 1; i < 1000; i++) {
            map.remove(i * 10 + 4);
        }
    }

    @Override
    void check() {
        print(find("maps", ValueType.map(Object.class, Object.class)));
    }

    private static void print(SharedMap<Object, Object> map) {
        StringBuilder line = new StringBuilder(map.size() + ":");
        map.forEach(
                (key, value) -> line.append(' ').append(show(key)).append('=').append(show(value)));
        say(line.toString());
    }

    private static String show(Object value) {
        return value instanceof List<?> list ? "list of " + list.size() : text(value);
    }
}
