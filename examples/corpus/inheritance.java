// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedClass;
import colors.SharedMemory;
import colors.SharedName;
import colors.SharedType;
import java.util.stream.Collectors;

/**
 * A hierarchy is one flat set of fields; what a field of a superclass's type takes, the storing program's classes say.
 */
final class Inheritance extends Program {
    public static void main(String[] arguments) {
        new Inheritance().runAll(arguments);
    }

    interface Named {}

    @SharedName("inheritance.Animal")
    abstract static class Animal implements Named {
        String name;
        Animal friend;
    }

    @SharedName("inheritance.Bird")
    abstract static class Bird extends Animal {
        long wings = 2;
    }

    @SharedName(value = "inheritance.Duck", open = true)
    static final class Duck extends Bird {
        boolean quacks = true;
    }

    @SharedName("inheritance.Fish")
    static final class Fish extends Animal {
        double depth = 3.5;
    }

    @SharedName("inheritance.Stone")
    static final class Stone {
        String name = "stone";
    }

    private static Duck duck(String name) {
        Duck duck = new Duck();
        duck.name = name;
        return duck;
    }

    private static Fish fish(String name) {
        Fish fish = new Fish();
        fish.name = name;
        return fish;
    }

    @Override
    void write() {
        Duck donald = duck("Donald");
        donald.friend = duck("Daisy");
        publish("inheritance", Ref.copyOf(donald));
    }

    @Override
    void read() {
        SharedClass.of(Fish.class).allocate(); // so that this program's classes of these names are known
        SharedClass.of(Duck.class).allocate();
        Ref<?> donald = findObject("inheritance");
        say(SharedMemory.sharedType(donald).fields().stream()
                .map(SharedType.Field::name)
                .sorted()
                .collect(Collectors.joining(" ")));
        show(donald, "wings");
        say("friend: " + text(donald.get("friend")));
        attempt("a fish as a friend", () -> donald.set("friend", Ref.copyOf(fish("Wanda"))));
        say("friend: " + text(donald.get("friend")) + " " + text(((Ref<?>) donald.get("friend")).get("name")));
        attempt("a stone as a friend", () -> donald.set("friend", Ref.copyOf(new Stone())));
        attempt("nobody as a friend", () -> donald.set("friend", null));
    }

    @Override
    void check() {
        Ref<?> donald = findObject("inheritance");
        show(donald, "name");
        say("friend: " + text(donald.get("friend")));
    }
}
