// SPDX-License-Identifier: Apache-2.0

/**
 * The classes of the program and their shared names, and what the agent is asked about them.
 *
 * <p>Uses nothing; used by colors.shapes and those above.
 */
package colors.names;
