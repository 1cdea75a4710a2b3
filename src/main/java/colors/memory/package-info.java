// SPDX-License-Identifier: Apache-2.0

/**
 * The segment as memory: libcolors' calls, the layout that it exports, loads and stores by address, sizes, what
 * the header says.
 *
 * <p>Uses colors.events; used by all others.
 */
package colors.memory;
