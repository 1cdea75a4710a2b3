// SPDX-License-Identifier: Apache-2.0
package colors.truffle.error;

import colors.SharedMemoryException;
import colors.shapes.FieldLocation;

/** A number does not fit in the bits that a declared field has for it. */
public final class NumberOverflow extends SharedMemoryException {
    private static final long serialVersionUID = 1L;

    private final boolean ofInteger;

    public NumberOverflow(String what, FieldLocation field, Object value) {
        super(
                Reason.TYPE,
                what
                        + (field.spec().width() == 0
                                ? " cannot hold an integer beyond 64 bits; shared integers are between -2**63 and"
                                        + " 2**63-1"
                                : " is declared " + field.rangeText() + "; it cannot hold " + value)
                        + "; nothing was stored");
        ofInteger = !(value instanceof Double);
    }

    /** Whether the number is an integer; else a float. */
    public boolean isOfInteger() {
        return ofInteger;
    }
}
