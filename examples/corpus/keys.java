// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedMap;
import colors.SharedMap.ComparedBy;
import colors.SharedMemory;
import colors.SharedName;
import colors.SharedSet;
import colors.ValueType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Objects of the program's classes as keys: compared by their fields, also when another language put them. */
final class Keys extends Program {
    public static void main(String[] arguments) {
        new Keys().runAll(arguments);
    }

    @SharedName("keys.Point")
    record Point(long x, double y) {}

    @SharedName("keys.Place")
    @ComparedBy({"city", "at"})
    static final class Place {
        final String city;
        final Point at;
        final String note;

        Place(String city, Point at, String note) {
            this.city = city;
            this.at = at;
            this.note = note;
        }
    }

    @Override
    void write() {
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put(new Point(1, 2.5), "first");
        map.put(new Point(3, 4.5), "second");
        map.put(new Place("Rome", new Point(0, 0.5), "old"), "third");
        publish("keys", SharedMemory.copyIn(map));
        publish("keys.set", SharedMemory.copyIn(Set.of(new Point(1, 2.5))));
    }

    @Override
    void read() {
        SharedMap<Object, Object> map = find("keys", ValueType.map(Object.class, Object.class));
        display(map);
        say("there: " + text(map.get(new Point(1, 2.5))) + " "
                + text(map.get(new Place("Rome", new Point(0, 0.5), "new"))));
        say("not there: " + map.containsKey(new Point(2, 2.5)) + " "
                + map.containsKey(new Place("Rome", new Point(1, 0.5), "old")));
        map.put(Ref.copyOf(new Point(1, 2.5)), "changed");
        map.put(Ref.copyOf(new Point(5, 6.5)), "new");
        map.remove(new Point(3, 4.5));
        SharedSet<Object> set = find("keys.set", ValueType.set(Object.class));
        set.add(Ref.copyOf(new Point(1, 2.5)));
        set.add(Ref.copyOf(new Point(7, 0.5)));
        say("set: " + set.size());
    }

    @Override
    void check() {
        SharedMap<Object, Object> map = find("keys", ValueType.map(Object.class, Object.class));
        SharedSet<Object> set = find("keys.set", ValueType.set(Object.class));
        display(map);
        say("found: " + text(map.get(new Point(5, 6.5))) + " " + map.containsKey(new Point(3, 4.5)) + " "
                + set.contains(new Point(7, 0.5)));
    }

    private static void display(SharedMap<Object, Object> map) {
        StringBuilder line = new StringBuilder(map.size() + ":");
        map.forEach(
                (key, value) -> line.append(' ').append(text(key)).append('=').append(text(value)));
        say(line.toString());
    }
}
