// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

import java.util.Arrays;
import java.util.Collection;

/**
 * The quartiles of some numbers, interpolated between neighbours.
 *
 * @param low a quarter of the numbers are not above it
 * @param median half of them
 * @param high three quarters
 * @param count how many there are
 */
public record Spread(double low, double median, double high, int count) {

    /** Throws IllegalArgumentException when there are none, or one that is not a number. */
    public static Spread of(Collection<Double> numbers) {
        double[] sorted = numbers.stream().mapToDouble(x -> x).sorted().toArray();
        if (sorted.length == 0 || Arrays.stream(sorted).anyMatch(Double::isNaN)) {
            throw new IllegalArgumentException("quartiles of " + numbers + ": expected one number or more");
        }
        return new Spread(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75), sorted.length);
    }

    private static double at(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    /**
     * The mean of ratios: that of twice and of half is one. Throws IllegalArgumentException when there are none, or one
     * that is not above 0.
     */
    public static double geometricMean(Collection<Double> ratios) {
        if (ratios.isEmpty() || ratios.stream().anyMatch(ratio -> !(ratio > 0))) {
            throw new IllegalArgumentException("geometric mean of " + ratios + ": expected one number above 0 or more");
        }
        return Math.exp(ratios.stream().mapToDouble(Math::log).average().orElseThrow());
    }
}
