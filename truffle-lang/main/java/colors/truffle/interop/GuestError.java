// SPDX-License-Identifier: Apache-2.0
package colors.truffle.interop;

import colors.SharedMemoryException;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.ExceptionType;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.util.List;

/** A {@link SharedMemoryException} as other languages catch it: members message, name and reason. */
@ExportLibrary(value = InteropLibrary.class, delegateTo = "delegate")
public final class GuestError extends AbstractTruffleException {
    static final String NAME = "SharedMemoryException";
    private static final long serialVersionUID = 1L;
    private static final List<String> MEMBERS = List.of("message", "name", "reason");

    final transient Object delegate = Null.INSTANCE; // answers what is not exported here
    private final String reason;

    public GuestError(SharedMemoryException error, Node node) {
        super(error.getMessage(), error, UNLIMITED_STACK_TRACE, node);
        reason = error.reason().name();
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
        return ErrorClass.INSTANCE;
    }

    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    @ExportMessage
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
        return new Names(MEMBERS);
    }

    @ExportMessage
    boolean isMemberReadable(String member) {
        return MEMBERS.contains(member);
    }

    @ExportMessage
    Object readMember(String member) throws UnknownIdentifierException {
        return switch (member) {
            case "message" -> getMessage();
            case "name" -> NAME;
            case "reason" -> reason;
            default -> throw UnknownIdentifierException.create(member);
        };
    }
}
