// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedMemory;
import colors.SharedName;
import colors.SharedType;
import java.util.stream.Collectors;

/** Two programs whose classes of one name have different fields: both versions live side by side. */
final class Versions extends Program {
    public static void main(String[] arguments) {
        new Versions().runAll(arguments);
    }

    @SharedName(value = "versions.Item", open = true)
    static final class OldItem {
        long id = 1;
        String name = "old";
    }

    @SharedName(value = "versions.Item", open = true)
    static final class NewItem {
        long id = 2;
        double price = 9.5;
    }

    @Override
    void write() {
        publish("versions.old", Ref.copyOf(new OldItem()));
        Ref<OldItem> again = Ref.copyOf(new OldItem());
        say("the same fields make the same version: "
                + SharedMemory.sharedType(again).equals(SharedMemory.sharedType(findObject("versions.old"))));
    }

    @Override
    void read() {
        Ref<?> old = findObject("versions.old");
        Ref<NewItem> item = Ref.copyOf(new NewItem());
        publish("versions.new", item);
        say("one class: "
                + SharedMemory.sharedType(old)
                        .name()
                        .equals(SharedMemory.sharedType(item).name()));
        say("two versions: " + !SharedMemory.sharedType(old).equals(SharedMemory.sharedType(item)));
        print(old);
        print(item);
        SharedType before = SharedMemory.sharedType(old);
        old.set("price", 4.5);
        say("a field moved it to a new version: "
                + !SharedMemory.sharedType(old).equals(before));
        print(old);
    }

    @Override
    void check() {
        print(findObject("versions.old"));
        print(findObject("versions.new"));
    }

    private static void print(Ref<?> item) {
        say(SharedMemory.sharedType(item).fields().stream()
                .map(f -> f.name() + ":" + f.type())
                .sorted()
                .collect(Collectors.joining(" ")));
    }
}
