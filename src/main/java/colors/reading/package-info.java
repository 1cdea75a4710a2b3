// SPDX-License-Identifier: Apache-2.0

/**
 * Deep copies of shared graphs to private objects, the way back.
 *
 * <p>Uses colors.copying, colors.handles and those below; used by the API.
 */
package colors.reading;
