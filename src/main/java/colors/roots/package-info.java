// SPDX-License-Identifier: Apache-2.0

/**
 * What keeps shared objects alive for this process: mutators and their slots, root chunks, scopes, and the
 * wrappers' one interface, Shared.
 *
 * <p>Uses colors.memory; used by all above.
 */
package colors.roots;
