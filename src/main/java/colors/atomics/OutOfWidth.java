// SPDX-License-Identifier: Apache-2.0
package colors.atomics;

import colors.SharedMemoryException;

/** A number that its place has no room for, such as a sum; nothing was stored. */
public final class OutOfWidth extends SharedMemoryException {
    private static final long serialVersionUID = 1L;

    private final boolean ofInteger;

    OutOfWidth(String message, Object number) {
        super(Reason.TYPE, message + "; nothing was stored");
        ofInteger = !(number instanceof Double || number instanceof Float);
    }

    /** Whether the number is an integer; else a float. */
    public boolean isOfInteger() {
        return ofInteger;
    }
}
