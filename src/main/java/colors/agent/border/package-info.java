// SPDX-License-Identifier: Apache-2.0

/**
 * What rewritten code calls where an instruction may meet a shared object.
 *
 * <p>Uses the API and the core; used by rewritten code, colors.agent.rewriting and colors.agent.
 */
package colors.agent.border;
