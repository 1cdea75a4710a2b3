// SPDX-License-Identifier: Apache-2.0

import colors.Ref;
import colors.SharedMemory;
import colors.SharedName;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Fields of all widths side by side: who stores one changes no other, also while the object gets and loses fields. */
final class Neighbours extends Program {
    public static void main(String[] arguments) {
        new Neighbours().runAll(arguments);
    }

    @SharedName("neighbours.Packed")
    static final class Packed {
        boolean on;
        volatile byte tiny;
        short small;
        volatile char unit;
        int medium;
        volatile float half;
        volatile boolean off;
        byte last;
        long large;
        double whole;

        Packed(byte tiny, short small, char unit, int medium, float half, byte last, long large, double whole) {
            this.tiny = tiny;
            this.small = small;
            this.unit = unit;
            this.medium = medium;
            this.half = half;
            this.last = last;
            this.large = large;
            this.whole = whole;
        }
    }

    @Override
    void write() {
        publish(
                "neighbours",
                SharedMemory.construct(() -> new Packed((byte) 1, (short) 2, 'A', 3, 0.5f, (byte) 4, 5, 2.5)));
        display((Packed) find("neighbours"));
    }

    @Override
    void read() {
        Packed packed = (Packed) find("neighbours");
        Ref<?> shared = Ref.of(packed);
        storeLow(packed);
        shared.set("more", true);
        shared.set("count", 7);
        display(packed);
        store(
                packed,
                false,
                Byte.MAX_VALUE,
                Short.MAX_VALUE,
                Character.MAX_VALUE,
                Integer.MAX_VALUE,
                0.25f,
                (byte) 1,
                1L << 40,
                1e300);
        shared.remove("more");
        shared.set("more", 1.5);
        say(text(shared.get("more")) + " " + text(shared.get("count")));
        display(packed);
    }

    @Override
    void check() {
        Packed packed = (Packed) find("neighbours");
        display(packed);
        storeLow(packed);
        Ref<?> shared = Ref.of(packed);
        say(text(shared.get("more")) + " " + text(shared.get("count")));
    }

    private static void storeLow(Packed packed) {
        store(
                packed,
                true,
                Byte.MIN_VALUE,
                Short.MIN_VALUE,
                '\0',
                Integer.MIN_VALUE,
                -1.5f,
                (byte) -1,
                -(1L << 40),
                -0.5);
    }

    private static void store(
            Packed packed,
            boolean flag,
            byte tiny,
            short small,
            char unit,
            int medium,
            float half,
            byte last,
            long large,
            double whole) {
        Runnable[] stores = {
            () -> packed.on = flag,
            () -> packed.tiny = tiny,
            () -> packed.small = small,
            () -> packed.unit = unit,
            () -> packed.medium = medium,
            () -> packed.half = half,
            () -> packed.off = flag,
            () -> packed.last = last,
            () -> packed.large = large,
            () -> packed.whole = whole
        };
        for (Runnable store : stores) {
            store.run();
            display(packed);
        }
    }

    private static void display(Packed packed) {
        say(Stream.of(
                        packed.on,
                        (long) packed.tiny,
                        (long) packed.small,
                        (long) packed.unit,
                        (long) packed.medium,
                        (double) packed.half,
                        packed.off,
                        (long) packed.last,
                        packed.large,
                        packed.whole)
                .map(Program::text)
                .collect(Collectors.joining(" ")));
    }
}
