// SPDX-License-Identifier: Apache-2.0

/**
 * The suite of calls of services between two processes, in Java, Python and JavaScript; benchmarks/peers has the other
 * frameworks.
 */
package colors.benchmarks.calls;
