// SPDX-License-Identifier: Apache-2.0

/**
 * Compare and set, get and set, get and add on fields, elements, map values and repositories.
 *
 * <p>Uses colors.values, colors.monitors and those below; used by the API, handles and the agent.
 */
package colors.atomics;
