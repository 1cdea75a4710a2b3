// SPDX-License-Identifier: Apache-2.0

/**
 * Suites of single objects: their fields, the agent, deep copies, and root-log chunks.
 */
package colors.benchmarks.objects;
