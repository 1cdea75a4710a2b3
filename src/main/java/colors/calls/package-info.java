// SPDX-License-Identifier: Apache-2.0

/**
 * Calls of services as libcolors has them (docs/layout.md, layout.call): sent, awaited, taken, ended, reported. Uses
 * the heap and the values that cross the border; {@code colors.rpc} and the Truffle language use it.
 */
package colors.calls;
