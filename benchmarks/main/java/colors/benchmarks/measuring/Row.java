// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

import java.util.List;

/**
 * One line of a suite's result.
 *
 * @param name for instance {@code java.read.int}
 * @param value median, in {@code unit}; NaN when what was measured does not tell it
 * @param unit for instance {@code ns/op}
 * @param baseline what it is compared with, in the same unit: the twin measured in the same run, or what the paper
 *         says; null when there is nothing
 * @param ratio {@code value / baseline}, or null
 * @param runs measurements that the value is of, over all forks
 */
public record Row(String name, double value, String unit, Double baseline, Double ratio, long runs) {

    public static Row compared(String name, double value, String unit, double baseline, long runs) {
        return new Row(name, value, unit, baseline, baseline == 0 ? null : value / baseline, runs);
    }

    public static Row alone(String name, double value, String unit, long runs) {
        return new Row(name, value, unit, null, null, runs);
    }

    /**
     * A ratio's median in {@code name}, and its quartiles in {@code name.q1} and {@code name.q3}; of no ratios one row
     * that is not told.
     */
    public static List<Row> ofSpread(String name, List<Double> ratios) {
        if (ratios.isEmpty()) {
            return List.of(times(name, Double.NaN, 0));
        }
        Spread spread = Spread.of(ratios);
        return List.of(
                times(name, spread.median(), spread.count()),
                times(name + ".q1", spread.low(), spread.count()),
                times(name + ".q3", spread.high(), spread.count()));
    }

    public boolean isTold() {
        return !Double.isNaN(value);
    }

    public static Row times(String name, double ratio, long runs) {
        return new Row(name, ratio, "times", null, ratio, runs);
    }
}
