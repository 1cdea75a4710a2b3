// SPDX-License-Identifier: Apache-2.0

/**
 * Class files with other code: field instructions, new, monitors, arrays, comparisons.
 *
 * <p>Uses colors.agent.program, colors.agent.border; used by colors.agent.
 */
package colors.agent.rewriting;
