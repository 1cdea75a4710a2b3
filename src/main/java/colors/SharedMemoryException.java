// SPDX-License-Identifier: Apache-2.0
package colors;

/**
 * A sharing operation failed: a shared-to-private reference, a type that does not map, a full heap, no daemon (CoLoRS
 * paper, section 2.1). The message says what was wrong, what was expected and what to do. The operation changed
 * nothing.
 */
public class SharedMemoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What kind of failure it was. */
    public enum Reason {
        /** No daemon runs, none could be started, or it refused. */
        DAEMON,
        /** The daemon's segment has another layout than this library. */
        FINGERPRINT,
        /** The daemon belongs to another user, or lets this one not do what it asked for. */
        PERMISSION,
        /** The heap, the classes space or a table of the segment is full. */
        MEMORY,
        /** A value does not fit the type of a field. */
        TYPE,
        /** An argument makes no sense, for instance a private object where a shared one is needed. */
        ARGUMENT,
        /** The process is in the wrong state, for instance attached to another segment. */
        STATE,
        /** A system call failed. */
        SYSTEM,
        /** The handshake with the daemon was malformed. */
        PROTOCOL,
        /** The process is attached read-only and was asked to write. */
        READ_ONLY,
        /** A limit of the daemon for one process is reached. */
        QUOTA,
        /** The owner of a monitor died before it left: a {@link MonitorAbandonedException}. */
        ABANDONED,
        /** A channel is closed ({@link ChannelClosedException}). */
        CLOSED,
        /** A time was over, in languages whose calls throw then. */
        TIMEOUT,
        /** A call of a service failed: a {@code colors.rpc.CallException}. */
        CALL;

        private static final Reason[] VALUES = values();

        /**
         * The reason for a code of libcolors' {@code enum cl_code}, whose order this enumeration repeats from 1 to
         * ABANDONED.
         */
        static Reason ofCode(int code) {
            return code >= 1 && code <= ABANDONED.ordinal() + 1 ? VALUES[code - 1] : SYSTEM;
        }
    }

    private final Reason reason;

    /** Makes an exception. {@link #of} makes one of the class that goes with the reason. */
    protected SharedMemoryException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** The exception of the class that goes with a reason. */
    public static SharedMemoryException of(Reason reason, String message) {
        return of(reason, message, null);
    }

    /** The same with a cause, which may be null. */
    public static SharedMemoryException of(Reason reason, String message, Throwable cause) {
        return switch (reason) {
            case TYPE -> new TypeConflictException(message, cause);
            case MEMORY -> new OutOfSharedMemoryException(message, cause);
            case QUOTA -> new QuotaExceededException(message, cause);
            case DAEMON -> new NoDaemonException(message, cause);
            case READ_ONLY -> new ReadOnlyException(message, cause);
            case CLOSED -> new ChannelClosedException(message, cause);
            case ABANDONED -> new MonitorAbandonedException(message, cause);
            default -> new SharedMemoryException(reason, message, cause);
        };
    }

    /** Makes the exception for an error of libcolors. */
    public static SharedMemoryException ofNative(int code, String message) {
        return of(Reason.ofCode(code), message);
    }

    /** The kind of failure. */
    public final Reason reason() {
        return reason;
    }
}
