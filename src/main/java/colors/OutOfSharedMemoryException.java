// SPDX-License-Identifier: Apache-2.0
package colors;

/** The heap, the classes space or a table of the segment is full. Reason MEMORY, or QUOTA. */
public class OutOfSharedMemoryException extends SharedMemoryException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception. */
    public OutOfSharedMemoryException(String message) {
        this(message, null);
    }

    /** Makes an exception with a cause, which may be null. */
    public OutOfSharedMemoryException(String message, Throwable cause) {
        super(Reason.MEMORY, message, cause);
    }

    OutOfSharedMemoryException(Reason reason, String message, Throwable cause) {
        super(reason, message, cause);
    }
}
