// SPDX-License-Identifier: Apache-2.0

/**
 * Python's part of a context: errors, values, keys, and containers that have GraalPy's buffer protocol.
 *
 * <p>Uses: container, container.core, object, border, error, context; GraalPy.
 * <p>Used by: python.builtin, python.construct, python.
 */
package colors.truffle.python.guest;
