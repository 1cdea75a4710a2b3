// SPDX-License-Identifier: Apache-2.0

/**
 * What the Python package colors gets from Java: its hooks, and functions by GraalPy's internals where those can be
 * reached.
 *
 * <p>Uses: python.construct, python.builtin, python.guest, api, copy, container, container.core, object, message,
 * border, context.
 * <p>Used by: The language class; python/colors, by Polyglot.
 */
package colors.truffle.python;
