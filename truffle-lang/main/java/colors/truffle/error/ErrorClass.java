// SPDX-License-Identifier: Apache-2.0
package colors.truffle.error;

import colors.ChannelClosedException;
import colors.MonitorAbandonedException;
import colors.NoDaemonException;
import colors.NumberOverflowException;
import colors.OutOfSharedMemoryException;
import colors.QuotaExceededException;
import colors.ReadOnlyException;
import colors.SharedMemoryException;
import colors.TypeConflictException;
import colors.rpc.CallException;
import colors.rpc.CallRefusedException;
import colors.rpc.CallTimeoutException;
import colors.rpc.NoServerException;
import colors.rpc.RemoteFailureException;
import colors.rpc.ServerLostException;
import colors.truffle.context.Assembly;
import colors.truffle.context.Names;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import java.util.List;

/**
 * The classes of errors, with the stems and the hierarchy of Java's exceptions: what {@code instanceof} finds in
 * JavaScript, and the names of the Python package's classes.
 */
@ExportLibrary(InteropLibrary.class)
public enum ErrorClass implements TruffleObject {
    SHARED_MEMORY("SharedMemoryError", null),
    TYPE_CONFLICT("TypeConflictError", SHARED_MEMORY),
    NUMBER_OVERFLOW("NumberOverflowError", TYPE_CONFLICT),
    OUT_OF_SHARED_MEMORY("OutOfSharedMemoryError", SHARED_MEMORY),
    QUOTA_EXCEEDED("QuotaExceededError", OUT_OF_SHARED_MEMORY),
    NO_DAEMON("NoDaemonError", SHARED_MEMORY),
    READ_ONLY("ReadOnlyError", SHARED_MEMORY),
    CHANNEL_CLOSED("ChannelClosedError", SHARED_MEMORY),
    MONITOR_ABANDONED("MonitorAbandonedError", SHARED_MEMORY),
    CALL("CallError", SHARED_MEMORY),
    NO_SERVER("NoServerError", CALL),
    SERVER_LOST("ServerLostError", CALL),
    CALL_TIMEOUT("CallTimeoutError", CALL),
    CALL_REFUSED("CallRefusedError", CALL),
    REMOTE_FAILURE("RemoteFailureError", CALL);

    private static final String NAME = "name"; // the one member, as of JavaScript's classes

    private final String className;
    private final ErrorClass parent;

    ErrorClass(String className, ErrorClass parent) {
        this.className = className;
        this.parent = parent;
    }

    /** The class of an exception of the core. */
    public static ErrorClass of(SharedMemoryException error) {
        return switch (error) {
            case NumberOverflowException _ -> NUMBER_OVERFLOW;
            case TypeConflictException _ -> TYPE_CONFLICT;
            case QuotaExceededException _ -> QUOTA_EXCEEDED;
            case OutOfSharedMemoryException _ -> OUT_OF_SHARED_MEMORY;
            case NoDaemonException _ -> NO_DAEMON;
            case ReadOnlyException _ -> READ_ONLY;
            case ChannelClosedException _ -> CHANNEL_CLOSED;
            case MonitorAbandonedException _ -> MONITOR_ABANDONED;
            case NoServerException _ -> NO_SERVER;
            case ServerLostException _ -> SERVER_LOST;
            case CallTimeoutException _ -> CALL_TIMEOUT;
            case CallRefusedException _ -> CALL_REFUSED;
            case RemoteFailureException _ -> REMOTE_FAILURE;
            case CallException _ -> CALL;
            default -> SHARED_MEMORY;
        };
    }

    /** Its name in Python and JavaScript. */
    public String className() {
        return className;
    }

    private boolean includes(ErrorClass other) {
        return other != null && (other == this || includes(other.parent));
    }

    @ExportMessage
    boolean isMetaObject() {
        return true;
    }

    @ExportMessage
    Object getMetaSimpleName() {
        return className;
    }

    @ExportMessage
    Object getMetaQualifiedName() {
        return className;
    }

    @ExportMessage
    boolean hasMetaParents() {
        return parent != null;
    }

    @ExportMessage
    Object getMetaParents() throws UnsupportedMessageException {
        if (parent == null) {
            throw UnsupportedMessageException.create();
        }
        return new Names(List.of(parent));
    }

    @ExportMessage
    boolean isMetaInstance(Object instance) {
        return instance instanceof GuestError error && includes(error.errorClass());
    }

    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    @ExportMessage
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
        return new Names(List.of(NAME));
    }

    @ExportMessage
    boolean isMemberReadable(String member) {
        return member.equals(NAME);
    }

    @ExportMessage
    Object readMember(String member) throws UnknownIdentifierException {
        if (!isMemberReadable(member)) {
            throw UnknownIdentifierException.create(member);
        }
        return className;
    }

    @ExportMessage
    boolean hasLanguage() {
        return true;
    }

    @ExportMessage
    Class<? extends TruffleLanguage<?>> getLanguage() {
        return Assembly.language();
    }

    @ExportMessage
    Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        return className;
    }
}
