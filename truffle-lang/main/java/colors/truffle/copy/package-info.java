// SPDX-License-Identifier: Apache-2.0

/**
 * Deep copies of private graphs: a plan in which every obstacle is found first, and how interop tells objects and
 * containers.
 *
 * <p>Uses: container, object, border, context.
 * <p>Used by: api, python.
 */
package colors.truffle.copy;
