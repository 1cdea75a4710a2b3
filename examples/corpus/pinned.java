// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedName;

/**
 * Fields that a static language declared stay: nobody removes them or gives them another type; other fields come and
 * go. A dynamic language's are free. The expected output depends on the language that wrote.
 */
final class Pinned extends Program {
    public static void main(String[] arguments) {
        new Pinned().runAll(arguments);
    }

    @SharedName("pinned.Part")
    static final class Part {
        double weight = 2.5;
        String name = "bolt";
        long count = 7;
    }

    @Override
    void write() {
        publish("pinned", Ref.copyOf(new Part()));
    }

    @Override
    void read() {
        Ref<?> part = findObject("pinned");
        attempt("another field", () -> part.set("state", "NY"));
        attempt("it is removed", () -> part.remove("state"));
        attempt("another type", () -> part.set("count", "many"));
        attempt("a float is removed", () -> part.remove("weight"));
        attempt("a string is removed", () -> part.remove("name"));
        attempt("another field after that", () -> part.set("color", "red"));
        attempt("a new value", () -> part.set("name", "nut"));
    }

    @Override
    void check() {
        Ref<?> part = findObject("pinned");
        for (String name : new String[] {"weight", "name", "count", "state", "color"}) {
            say(name + ": " + typeOf(part, name));
        }
        show(part, "name");
    }
}
