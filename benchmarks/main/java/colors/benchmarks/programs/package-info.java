// SPDX-License-Identifier: Apache-2.0

/**
 * Suites of whole processes: how fast programs start, and what the agent or the language costs those that share
 * nothing.
 */
package colors.benchmarks.programs;
