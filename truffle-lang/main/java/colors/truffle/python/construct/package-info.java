// SPDX-License-Identifier: Apache-2.0

/**
 * Objects that Python constructs, allocates or copies into shared memory without leaving compiled code.
 *
 * <p>Uses: python.builtin, python.guest, node, container, object, context; GraalPy.
 * <p>Used by: python.
 */
package colors.truffle.python.construct;
