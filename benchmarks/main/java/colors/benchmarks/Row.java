// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

/**
 * One line of a suite's result.
 *
 * @param name for instance {@code java.read.int}
 * @param value median, in {@code unit}
 * @param unit for instance {@code ns/op}
 * @param baseline median of the private twin, measured in the same run, in the same unit
 * @param ratio {@code value / baseline}
 * @param runs iterations the median is of, over all forks
 */
record Row(String name, double value, String unit, double baseline, double ratio, long runs) {
}
