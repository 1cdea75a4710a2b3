// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

import colors.SharedMemoryException;

/** A call of a service failed. The subclasses say how; whether it was executed, each says of itself. */
public class CallException extends SharedMemoryException {
    private static final long serialVersionUID = 1L;

    CallException(Reason reason, String message, Throwable cause) {
        super(reason, message, cause);
    }

    CallException(String message) {
        this(Reason.CALL, message, null);
    }
}
