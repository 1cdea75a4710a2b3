// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedClass;
import colors.SharedName;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Fields of all widths side by side: who stores one changes no other, also while the object gets and loses fields. */
final class Neighbours extends Program {
    private static final String[] NAMES = {
        "on", "tiny", "small", "unit", "medium", "half", "off", "last", "large", "whole"
    };

    public static void main(String[] arguments) {
        new Neighbours().runAll(arguments);
    }

    @SharedName("neighbours.Packed")
    static final class Packed {
        boolean on;
        byte tiny = 1;
        short small = 2;
        char unit = 'A';
        int medium = 3;
        float half = 0.5f;
        boolean off;
        byte last = 4;
        long large = 5;
        double whole = 2.5;
    }

    private final SharedClass<Packed> type = SharedClass.of(Packed.class);

    @Override
    void write() {
        publish("neighbours", Ref.copyOf(new Packed()));
        display(findObject("neighbours", Packed.class));
    }

    @Override
    void read() {
        Ref<Packed> packed = findObject("neighbours", Packed.class);
        store(packed, true, -128, -32768, 0, Integer.MIN_VALUE, -1.5, -1, -(1L << 40), -0.5);
        packed.set("more", true);
        packed.set("count", 7);
        display(packed);
        store(packed, false, 127, 32767, 65535, Integer.MAX_VALUE, 0.25, 1, 1L << 40, 1e300);
        packed.remove("more");
        packed.set("more", 1.5);
        say(text(packed.get("more")) + " " + text(packed.get("count")));
        display(packed);
    }

    @Override
    void check() {
        Ref<Packed> packed = findObject("neighbours", Packed.class);
        display(packed);
        store(packed, true, -128, -32768, 0, Integer.MIN_VALUE, -1.5, -1, -(1L << 40), -0.5);
        say(text(packed.get("more")) + " " + text(packed.get("count")));
    }

    private void store(
            Ref<Packed> packed,
            boolean flag,
            int tiny,
            int small,
            int unit,
            int medium,
            double half,
            int last,
            long large,
            double whole) {
        Runnable[] stores = {
            () -> type.booleanField("on").set(packed, flag),
            () -> type.intField("tiny").set(packed, tiny),
            () -> type.intField("small").set(packed, small),
            () -> type.intField("unit").set(packed, unit),
            () -> type.intField("medium").set(packed, medium),
            () -> type.doubleField("half").set(packed, half),
            () -> type.booleanField("off").set(packed, flag),
            () -> type.intField("last").set(packed, last),
            () -> type.longField("large").set(packed, large),
            () -> type.doubleField("whole").set(packed, whole)
        };
        for (Runnable store : stores) {
            store.run();
            display(packed);
        }
    }

    private static void display(Ref<Packed> packed) {
        say(Arrays.stream(NAMES).map(name -> text(packed.get(name))).collect(Collectors.joining(" ")));
    }
}
