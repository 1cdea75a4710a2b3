// SPDX-License-Identifier: Apache-2.0
import colors.Field;
import colors.Ref;
import colors.SharedClass;
import colors.SharedName;
import colors.ValueType;

/**
 * Floats that are easily lost: signed zero, NaN, infinities, the largest and the smallest; also in a field that takes
 * anything.
 */
final class Floats extends Program {
    public static void main(String[] arguments) {
        new Floats().runAll(arguments);
    }

    @SharedName("floats.Pair")
    static final class Pair {
        double exact;
        Object any;
        Pair next;
    }

    private static final double[] VALUES = {
        -0.0,
        0.1,
        -2.5,
        1e300,
        -1e-300,
        Double.MAX_VALUE,
        Double.MIN_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN
    };

    @Override
    void write() {
        SharedClass<Pair> type = SharedClass.of(Pair.class);
        Field.OfDouble<Pair> exact = type.doubleField("exact");
        Ref<Pair> first = null;
        for (int i = VALUES.length - 1; i >= 0; i--) {
            Ref<Pair> pair = type.allocate();
            exact.set(pair, VALUES[i]);
            pair.set("any", VALUES[i]);
            pair.set("next", first);
            first = pair;
        }
        publish("floats", first);
    }

    @Override
    void read() {
        for (Ref<Pair> pair = findObject("floats", Pair.class);
                pair != null;
                pair = pair.get("next", ValueType.ref(Pair.class))) {
            show(pair, "exact");
            show(pair, "any");
        }
    }
}
