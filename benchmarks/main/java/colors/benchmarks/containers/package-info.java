// SPDX-License-Identifier: Apache-2.0

/**
 * Suites of lists, maps, sets and arrays in Java and GraalPy, other maps in shared memory, and all that is measured in
 * CPython.
 */
package colors.benchmarks.containers;
