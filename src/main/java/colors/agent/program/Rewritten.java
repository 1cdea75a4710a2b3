// SPDX-License-Identifier: Apache-2.0
package colors.agent.program;

/**
 * A class with other code.
 *
 * @param classFile null when nothing was to be changed
 */
public record Rewritten(byte[] classFile, Report.Counts counts) {}
