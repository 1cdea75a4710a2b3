// SPDX-License-Identifier: Apache-2.0
package colors.truffle.error;

import colors.SharedMemoryException;
import colors.truffle.context.Names;
import colors.truffle.context.Null;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleStackTrace;
import com.oracle.truffle.api.TruffleStackTraceElement;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.ExceptionType;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.source.Source;
import com.oracle.truffle.api.source.SourceSection;
import java.util.List;

/**
 * A {@link SharedMemoryException} as other languages catch it: members message, name and reason, and stack as
 * JavaScript's own errors have it.
 */
@ExportLibrary(value = InteropLibrary.class, delegateTo = "delegate")
public final class GuestError extends AbstractTruffleException {
    private static final long serialVersionUID = 1L;
    private static final List<String> MEMBERS = List.of("message", "name", "reason");
    private static final List<String> ALL_MEMBERS = List.of("message", "name", "reason", "stack");

    final transient Object delegate = Null.INSTANCE; // answers what is not exported here
    private final transient ErrorClass errorClass;
    private final String reason;

    public GuestError(SharedMemoryException error, Node node) {
        super(error.getMessage(), error, UNLIMITED_STACK_TRACE, node);
        errorClass = ErrorClass.of(error);
        reason = error.reason().name();
    }

    ErrorClass errorClass() {
        return errorClass;
    }

    @ExportMessage
    boolean isNull() {
        return false;
    }

    @ExportMessage
    boolean isException() {
        return true;
    }

    @ExportMessage
    RuntimeException throwException() {
        throw this;
    }

    @ExportMessage
    ExceptionType getExceptionType() {
        return ExceptionType.RUNTIME_ERROR;
    }

    @ExportMessage
    boolean hasExceptionMessage() {
        return true;
    }

    @ExportMessage
    Object getExceptionMessage() {
        return getMessage();
    }

    @ExportMessage
    boolean hasMetaObject() {
        return true;
    }

    @ExportMessage
    Object getMetaObject() {
        return errorClass;
    }

    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    @ExportMessage
    Object getMembers(boolean includeInternal) {
        return new Names(includeInternal ? ALL_MEMBERS : MEMBERS);
    }

    @ExportMessage
    boolean isMemberReadable(String member) {
        return ALL_MEMBERS.contains(member);
    }

    @ExportMessage
    Object readMember(String member) throws UnknownIdentifierException {
        return switch (member) {
            case "message" -> getMessage();
            case "name" -> errorClass.className();
            case "reason" -> reason;
            case "stack" -> stack();
            default -> throw UnknownIdentifierException.create(member);
        };
    }

    /**
     * Without frames of sources that are internal. A file's code and functions without a name have a root of a name
     * with a colon.
     */
    @TruffleBoundary
    private String stack() {
        var text = new StringBuilder(errorClass.className()).append(": ").append(getMessage());
        for (TruffleStackTraceElement element : TruffleStackTrace.getStackTrace(this)) {
            SourceSection place =
                    element.getLocation() == null ? null : element.getLocation().getEncapsulatingSourceSection();
            if (place != null && place.isAvailable() && !place.getSource().isInternal()) {
                String name = element.getTarget().getRootNode().getName();
                Source source = place.getSource();
                String where = "%s:%d:%d"
                        .formatted(
                                source.getPath() == null ? source.getName() : source.getPath(),
                                place.getStartLine(),
                                place.getStartColumn());
                text.append("\n    at ")
                        .append(name == null || name.startsWith(":") ? where : "%s (%s)".formatted(name, where));
            }
        }
        return text.toString();
    }
}
