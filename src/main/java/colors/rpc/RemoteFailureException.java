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

    /** Of a method, as messages name it. */
    public RemoteFailureException(String method, String type, String remoteMessage, String trace) {
        super("the service failed in " + method + ": " + type + (remoteMessage == null ? "" : ": " + remoteMessage));
        this.type = type;
        this.remoteMessage = remoteMessage;
        this.trace = trace;
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
    public String toString() {
        return super.toString() + "\n  in the server:\n"
                + trace.stripTrailing().indent(4).stripTrailing();
    }
}
