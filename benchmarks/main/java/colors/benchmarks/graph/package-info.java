// SPDX-License-Identifier: Apache-2.0

/**
 * The suite of whole graphs: trees that are built and read, with and without names, and what is kept alive.
 */
package colors.benchmarks.graph;
