// SPDX-License-Identifier: Apache-2.0

/**
 * Errors as guest languages catch them, and those of numbers that have no room.
 *
 * <p>Uses: context.
 * <p>Used by: border, container, the guests.
 */
package colors.truffle.error;
