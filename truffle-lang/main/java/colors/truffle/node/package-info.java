// SPDX-License-Identifier: Apache-2.0

/**
 * What compiles to a load, a store or an allocation: inline caches of fields by shape, of elements by kind, of words
 * by what they hold.
 *
 * <p>Uses: object, container.core, border, context.
 * <p>Used by: message, container, api, python.
 */
package colors.truffle.node;
