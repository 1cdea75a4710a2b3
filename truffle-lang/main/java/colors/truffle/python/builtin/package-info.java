// SPDX-License-Identifier: Apache-2.0

/**
 * Builtin functions of Python written in Java: attributes, hashes, and the operations of containers without an interop
 * call.
 *
 * <p>Uses: python.guest, node, container, container.core, object, border, context; GraalPy.
 * <p>Used by: python.construct, python.
 */
package colors.truffle.python.builtin;
