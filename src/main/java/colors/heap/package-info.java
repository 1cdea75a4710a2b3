// SPDX-License-Identifier: Apache-2.0

/**
 * Objects in the segment: allocation, the reference protocol, strings, binaries, flat arrays, parts of containers.
 *
 * <p>Uses colors.memory, colors.roots; used by colors.shapes, colors.values and those above.
 */
package colors.heap;
