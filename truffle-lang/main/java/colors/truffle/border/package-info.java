// SPDX-License-Identifier: Apache-2.0

/**
 * Where values cross: a guest's values on their way to shared memory, values that are no scalars on both ways,
 * arguments, functions and objects with members, waits.
 *
 * <p>Uses: context, error.
 * <p>Used by: object, node, message, container, copy, api, the guests.
 */
package colors.truffle.border;
