// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

/**
 * One line of a suite's result.
 *
 * @param name for instance {@code java.read.int}
 * @param value median, in {@code unit}
 * @param unit for instance {@code ns/op}
 * @param baseline what it is compared with, in the same unit: the twin measured in the same run, or what the paper
 *         says; null when there is nothing
 * @param ratio {@code value / baseline}, or null
 * @param runs measurements that the value is of, over all forks
 */
record Row(String name, double value, String unit, Double baseline, Double ratio, long runs) {

    static Row compared(String name, double value, String unit, double baseline, long runs) {
        return new Row(name, value, unit, baseline, baseline == 0 ? null : value / baseline, runs);
    }

    static Row alone(String name, double value, String unit, long runs) {
        return new Row(name, value, unit, null, null, runs);
    }
}
