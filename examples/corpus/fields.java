// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedMemory;
import colors.SharedName;
import colors.SharedType;
import java.util.stream.Collectors;

/** Fields that are added to and removed from objects while they are shared. */
final class Fields extends Program {
    public static void main(String[] arguments) {
        new Fields().runAll(arguments);
    }

    @SharedName(value = "fields.Thing", open = true)
    static final class Thing {
        long id;
        String name;

        Thing(long id, String name) {
            this.id = id;
            this.name = name;
        }
    }

    @Override
    void write() {
        publish("fields", Ref.copyOf(new Thing(1, "first")));
        publish("fields.other", Ref.copyOf(new Thing(2, "second")));
    }

    @Override
    void read() {
        Ref<?> thing = findObject("fields");
        thing.set("weight", 1.5);
        print(thing);
        for (int i = 0; i < 20; i++) {
            thing.set("extra" + i, i);
        }
        say("twenty more: " + thing.get("extra0") + " " + thing.get("extra7") + " " + thing.get("extra19"));
        for (int i = 0; i < 20; i++) {
            thing.remove("extra" + i);
        }
        print(thing);
        thing.remove("weight");
        thing.remove("name");
        print(thing);
        say("its type has no name: " + typeOf(thing, "name"));
        thing.set("name", "again");
        thing.set("friend", findObject("fields.other"));
        print(thing);
        say("the other one has kept its fields");
        print(findObject("fields.other"));
    }

    @Override
    void check() {
        Ref<?> thing = findObject("fields");
        print(thing);
        show((Ref<?>) thing.get("friend"), "name");
    }

    /** All fields, by name: their order is not promised. */
    private static void print(Ref<?> thing) {
        say(SharedMemory.sharedType(thing).fields().stream()
                .map(SharedType.Field::name)
                .sorted()
                .map(name -> name + "=" + text(thing.get(name)))
                .collect(Collectors.joining(" ")));
    }
}
