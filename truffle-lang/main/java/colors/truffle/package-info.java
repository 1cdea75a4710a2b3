// SPDX-License-Identifier: Apache-2.0

/**
 * The language "colors" as Truffle finds it: its class, the object that languages know as colors, and what makes
 * wrappers.
 *
 * <p>Uses: All other packages but the launcher.
 * <p>Used by: Truffle, by the service TruffleLanguageProvider. It is the only place that knows all parts.
 */
package colors.truffle;
