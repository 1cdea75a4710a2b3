// SPDX-License-Identifier: Apache-2.0
package colors.truffle.context;

/** How a language's numbers meet the type of a field. */
public enum NumberRule {
    /** Integers and floats are different types, as in Python. */
    EXACT,
    /**
     * There is one type of number, as in JavaScript: an existing field decides how a number is stored, if it keeps its
     * value.
     */
    ANY
}
