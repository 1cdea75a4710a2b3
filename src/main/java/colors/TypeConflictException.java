// SPDX-License-Identifier: Apache-2.0
package colors;

/** A value does not fit the type of its field, element, channel or reader. Nothing was stored. Reason TYPE. */
public class TypeConflictException extends SharedMemoryException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception. */
    public TypeConflictException(String message) {
        this(message, null);
    }

    /** Makes an exception with a cause, which may be null. */
    public TypeConflictException(String message, Throwable cause) {
        super(Reason.TYPE, message, cause);
    }
}
