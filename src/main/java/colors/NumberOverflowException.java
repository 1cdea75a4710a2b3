// SPDX-License-Identifier: Apache-2.0
package colors;

/** A number is too large or too small for the width of its field or element. Nothing was stored. Reason TYPE. */
public final class NumberOverflowException extends TypeConflictException {
    private static final long serialVersionUID = 1L;

    private final boolean integer;

    /**
     * Makes an exception.
     *
     * @param integer whether the number is an integer; else a float
     */
    public NumberOverflowException(boolean integer, String message) {
        super(message);
        this.integer = integer;
    }

    /** Whether the number is an integer; else a float. */
    public boolean isOfInteger() {
        return integer;
    }
}
