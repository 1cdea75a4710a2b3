// SPDX-License-Identifier: Apache-2.0

/**
 * What typed handles of fields are made of: one record a type, with constants that compilers fold.
 *
 * <p>Uses colors.wrappers, colors.mapping and those below; used by the API and colors.reading.
 */
package colors.handles;
