// SPDX-License-Identifier: Apache-2.0

/**
 * Versions of shared classes, where their fields are, and how objects of them are allocated and reached.
 *
 * <p>Uses colors.heap, colors.names, colors.roots, colors.memory; used by colors.values and those above.
 */
package colors.shapes;
