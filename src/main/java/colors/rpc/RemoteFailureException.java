// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

/**
 * The service's own code ended a call with an exception, in whatever language. Where the client has the same class of
 * exception, and may throw it, it gets that, with this one as its cause.
 */
public final class RemoteFailureException extends CallException {
    private static final long serialVersionUID = 1L;

    private final String type;
    private final String remoteMessage;
    private final String trace;

    /** With what the message says before the trace. */
    public RemoteFailureException(String summary, String type, String remoteMessage, String trace) {
        super(summary);
        this.type = type;
        this.remoteMessage = remoteMessage;
        this.trace = trace == null ? "" : trace;
    }

    /** The class of the exception there: {@code java.lang.IllegalStateException}, {@code ValueError}. */
    public String type() {
        return type;
    }

    /** Its message, or null. */
    public String remoteMessage() {
        return remoteMessage;
    }

    /** Its stack trace, as the server's language prints it. */
    public String trace() {
        return trace;
    }

    /** With the server's stack trace. */
    @Override
    public String getMessage() {
        return super.getMessage()
                + (trace.isEmpty()
                        ? ""
                        : "\n  in the server:\n"
                                + trace.stripTrailing().indent(4).stripTrailing());
    }
}
