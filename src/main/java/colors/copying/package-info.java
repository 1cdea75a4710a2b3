// SPDX-License-Identifier: Apache-2.0

/**
 * Deep copies of private graphs to shared memory.
 *
 * <p>Uses colors.wrappers, colors.mapping and those below; used by the API and colors.reading.
 */
package colors.copying;
