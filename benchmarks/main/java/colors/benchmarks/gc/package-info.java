// SPDX-License-Identifier: Apache-2.0

/**
 * The suite of the collector: cycles, marking, delays, growth, and services that are called meanwhile.
 */
package colors.benchmarks.gc;
