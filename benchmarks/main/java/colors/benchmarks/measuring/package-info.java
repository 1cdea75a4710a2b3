// SPDX-License-Identifier: Apache-2.0

/**
 * What all suites measure with: JMH, rounds in turn, other processes, and rows with their baselines. Uses no other
 * package of the benchmarks.
 */
package colors.benchmarks.measuring;
