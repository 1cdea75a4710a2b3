// SPDX-License-Identifier: Apache-2.0

/**
 * The agent: its start, the transformer, generated subclasses, reflection.
 *
 * <p>Uses colors.agent.rewriting, colors.agent.program, colors.agent.border and the core; used by the JVM,
 * rewritten code and the API.
 */
package colors.agent;
