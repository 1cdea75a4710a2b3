// SPDX-License-Identifier: Apache-2.0
package colors;

/** A limit of the daemon for one process is reached. Reason QUOTA. */
public final class QuotaExceededException extends OutOfSharedMemoryException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception. */
    public QuotaExceededException(String message) {
        this(message, null);
    }

    /** Makes an exception with a cause, which may be null. */
    public QuotaExceededException(String message, Throwable cause) {
        super(Reason.QUOTA, message, cause);
    }
}
