// SPDX-License-Identifier: Apache-2.0

/**
 * The classes that are generated for interfaces, so that their instances stand for shared objects.
 *
 * <p>Uses colors.mapping, colors.names, colors.shapes and those below; used by the API, wrappers, handles and the
 * agent.
 */
package colors.interfaces;
