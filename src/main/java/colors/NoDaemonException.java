// SPDX-License-Identifier: Apache-2.0
package colors;

/** No daemon runs, none could be started, or it refused. Reason DAEMON. */
public final class NoDaemonException extends SharedMemoryException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception. */
    public NoDaemonException(String message) {
        this(message, null);
    }

    /** Makes an exception with a cause, which may be null. */
    public NoDaemonException(String message, Throwable cause) {
        super(Reason.DAEMON, message, cause);
    }
}
