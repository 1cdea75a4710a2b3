// SPDX-License-Identifier: Apache-2.0

/**
 * Reads the JavaScript files that are resources of the module.
 *
 * <p>Uses: nothing.
 * <p>Used by: js, launcher.
 */
package colors.truffle.script;
