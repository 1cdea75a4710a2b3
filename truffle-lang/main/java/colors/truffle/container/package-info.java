// SPDX-License-Identifier: Apache-2.0

/**
 * Containers as other languages see them: one class of messages for each kind, their elements on both ways, and what
 * JavaScript's classes have besides.
 *
 * <p>Uses: container.core, node, object, border, error, context.
 * <p>Used by: copy, api, the guests, the language class.
 */
package colors.truffle.container;
