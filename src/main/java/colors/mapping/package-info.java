// SPDX-License-Identifier: Apache-2.0

/**
 * Private fields and the shared fields that they map to, and which classes can be shared.
 *
 * <p>Uses colors.values, colors.shapes, colors.names; used by the wrappers, handles and copies.
 */
package colors.mapping;
