// SPDX-License-Identifier: Apache-2.0

/**
 * What is JavaScript's: bound classes, copies out, BigInt, Date, its builtin classes.
 *
 * <p>Uses: container, container.core, object, border, error, context, script.
 * <p>Used by: The language class.
 */
package colors.truffle.js;
