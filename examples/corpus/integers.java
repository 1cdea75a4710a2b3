// SPDX-License-Identifier: Apache-2.0
import colors.Field;
import colors.Ref;
import colors.SharedClass;
import colors.SharedName;
import colors.ValueType;

/** Integers up to the limits, in a field of integers and in one that takes anything. */
final class Integers extends Program {
    public static void main(String[] arguments) {
        new Integers().runAll(arguments);
    }

    @SharedName("integers.Pair")
    static final class Pair {
        long exact;
        Object any;
        Pair next;
    }

    private static final long[] VALUES = {
        0,
        -1,
        1L << 31,
        1L << 53,
        (1L << 53) + 1,
        (1L << 62) - 1,
        1L << 62,
        -(1L << 62),
        -(1L << 62) - 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };

    @Override
    void write() {
        SharedClass<Pair> type = SharedClass.of(Pair.class);
        Field.OfLong<Pair> exact = type.longField("exact");
        Field.OfRef<Pair, Pair> next = type.refField("next", Pair.class);
        Ref<Pair> first = null;
        for (int i = VALUES.length - 1; i >= 0; i--) {
            Ref<Pair> pair = type.allocate();
            exact.set(pair, VALUES[i]);
            pair.set("any", VALUES[i]);
            next.set(pair, first);
            first = pair;
        }
        publish("integers", first);
    }

    @Override
    void read() {
        for (Ref<Pair> pair = findObject("integers", Pair.class);
                pair != null;
                pair = pair.get("next", ValueType.ref(Pair.class))) {
            show(pair, "exact");
            show(pair, "any");
        }
    }
}
