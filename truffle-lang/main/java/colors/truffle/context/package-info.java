// SPDX-License-Identifier: Apache-2.0

/**
 * What one polyglot context has of CoLoRS: its threads' mutators, its guest language, how that language wants values,
 * and what its classes bound. What every value of the language answers, null and lists of names are here too.
 *
 * <p>Uses: Module colors, Truffle.
 * <p>Used by: Everything but the launcher. Higher parts, as the language class, come in by Assembly.
 */
package colors.truffle.context;
