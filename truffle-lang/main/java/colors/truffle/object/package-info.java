// SPDX-License-Identifier: Apache-2.0

/**
 * A shared object as a value: its address, its class, what a store may do to a field.
 *
 * <p>Uses: context, border.
 * <p>Used by: node, message, container, copy, api, the guests.
 */
package colors.truffle.object;
