// SPDX-License-Identifier: Apache-2.0

/**
 * Monitors, channels and repositories: waiting for other threads and processes.
 *
 * <p>Uses colors.values and those below; used by the API and the Truffle language.
 */
package colors.monitors;
