// SPDX-License-Identifier: Apache-2.0

/**
 * What other languages ask a shared object by interop, and types and functions of fields as they see them.
 *
 * <p>Uses: node, object, border, context.
 * <p>Used by: The language class, python.
 */
package colors.truffle.message;
