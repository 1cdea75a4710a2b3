// SPDX-License-Identifier: Apache-2.0

/**
 * Runs a Python, JavaScript or Java program with the language colors: arguments, console, events, signals.
 *
 * <p>Uses: script, org.graalvm.polyglot; of the language it knows the name.
 * <p>Used by: ci/launcher, and embedders as an example.
 */
package colors.truffle.launcher;
