// SPDX-License-Identifier: Apache-2.0

/**
 * Facts of the program's classes: which are shareable and prepared, and the names that the agent adds to them.
 *
 * <p>Uses colors.agent.border, for the names of its classes; used by colors.agent.rewriting and colors.agent.
 */
package colors.agent.program;
