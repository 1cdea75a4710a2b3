// SPDX-License-Identifier: Apache-2.0

/**
 * The parts of the object colors: repositories, channels, monitors, scopes, allocation, containers.
 *
 * <p>Uses: copy, container, container.core, node, object, border, context.
 * <p>Used by: The language class, which puts them together, and python.
 */
package colors.truffle.api;
