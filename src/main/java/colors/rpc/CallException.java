// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

import colors.SharedMemoryException;

/** A call of a service failed. The subclasses say how; whether it was executed, each says of itself. */
public class CallException extends SharedMemoryException {
    private static final long serialVersionUID = 1L;

    /** With a reason of its own, and a cause, which may be null. */
    public CallException(Reason reason, String message, Throwable cause) {
        super(reason, message, cause);
    }

    /** With a message. */
    public CallException(String message) {
        this(Reason.CALL, message, null);
    }
}
