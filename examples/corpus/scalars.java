// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedName;

/** One field of every scalar type, written by one language and read by another. */
final class Scalars extends Program {
    public static void main(String[] arguments) {
        new Scalars().runAll(arguments);
    }

    @SharedName("scalars.Values")
    static final class Values {
        long integer = 42;
        double real = 2.5;
        boolean truth = true;
        String text = "text";
        Object nothing;
    }

    @Override
    void write() {
        publish("scalars", Ref.copyOf(new Values()));
    }

    @Override
    void read() {
        Ref<?> values = findObject("scalars");
        print(values);
        values.set("integer", -43);
        values.set("real", -0.125);
        values.set("truth", false);
        values.set("text", "other");
        values.set("nothing", 7);
    }

    @Override
    void check() {
        print(findObject("scalars"));
    }

    private static void print(Ref<?> values) {
        for (String name : new String[] {"integer", "real", "truth", "text", "nothing"}) {
            show(values, name);
        }
    }
}
