// SPDX-License-Identifier: Apache-2.0

/**
 * Values and their one equality, the rules of types, fields by name, lists and maps.
 *
 * <p>Uses colors.shapes, colors.heap, colors.names, colors.roots, colors.memory; used by colors.monitors, the
 * wrappers, copies and the Truffle language.
 */
package colors.values;
