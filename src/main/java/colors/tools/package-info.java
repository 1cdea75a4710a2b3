// SPDX-License-Identifier: Apache-2.0

/**
 * Main classes of the launcher: the status of a segment, a collection, a program in Espresso.
 *
 * <p>Uses colors.monitors, colors.shapes, colors.memory; used by the launcher.
 */
package colors.tools;
