// SPDX-License-Identifier: Apache-2.0
package colors.truffle.error;

import colors.SharedMemoryException;

/** What a flat array refuses: a value that is no element, or a change of its length. */
public final class FlatError extends SharedMemoryException {
    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Kind {
        /** The value is of another kind than the elements. */
        TYPE,
        /** It is an integer that they have no room for. */
        INTEGER,
        /** It is such a float. */
        FLOAT,
        /** The length would change. */
        LENGTH
    }

    private final Kind kind;

    public FlatError(Kind kind, String message) {
        super(Reason.TYPE, message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /** Whether it is a number that is too large or too small. */
    public boolean isOfRange() {
        return kind == Kind.INTEGER || kind == Kind.FLOAT;
    }
}
