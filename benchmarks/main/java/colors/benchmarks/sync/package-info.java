// SPDX-License-Identifier: Apache-2.0

/**
 * Suites of channels and monitors between two processes.
 */
package colors.benchmarks.sync;
