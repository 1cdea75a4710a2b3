// SPDX-License-Identifier: Apache-2.0
package colors;

/** This process is attached read-only and was asked to write. Nothing was written. Reason READ_ONLY. */
public final class ReadOnlyException extends SharedMemoryException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception. */
    public ReadOnlyException(String message) {
        this(message, null);
    }

    /** Makes an exception with a cause, which may be null. */
    public ReadOnlyException(String message, Throwable cause) {
        super(Reason.READ_ONLY, message, cause);
    }
}
