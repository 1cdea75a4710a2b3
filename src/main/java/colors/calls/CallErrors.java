// SPDX-License-Identifier: Apache-2.0
package colors.calls;

import colors.SharedMemoryException.Reason;
import colors.rpc.CallException;
import colors.rpc.CallRefusedException;
import colors.rpc.CallTimeoutException;
import colors.rpc.NoServerException;
import colors.rpc.RemoteFailureException;
import colors.rpc.ServerLostException;

/** What callers are told of calls without a result. {@code text} is the method: {@code raise of service 'payroll'}. */
public final class CallErrors {
    private CallErrors() {}

    /** The method, as messages name it. */
    public static String text(String method, String service) {
        return method + " of service '" + service + "'";
    }

    /** Of a call that ended so, but for {@link CallState#DONE} and {@link CallState#FAILED}. */
    public static CallException of(CallState state, String text) {
        return switch (state) {
            case LOST ->
                new ServerLostException("the process that executed " + text
                        + " died; how far it came is not known; call again if that does no harm");
            case UNSERVED -> noServer(text);
            default -> new CallTimeoutException("the time for " + text + " was over; a server may execute it");
        };
    }

    /** Of a call that ended with {@link CallState#FAILED}. */
    public static CallException of(CallFailure failure, String text) {
        return switch (failure.kind()) {
            case CallFailure.REFUSED -> new CallRefusedException(text + " was not executed: " + failure.message());
            case CallFailure.LATE ->
                new CallTimeoutException("the time for " + text + " was over before a server began it");
            default ->
                new RemoteFailureException(summary(failure, text), failure.type(), failure.message(), failure.trace());
        };
    }

    /** Of a failure of the service's code, without its trace. */
    public static String summary(CallFailure failure, String text) {
        return "the service failed in " + text + ": " + failure.type()
                + (failure.message() == null ? "" : ": " + failure.message());
    }

    /** Nobody serves. */
    public static NoServerException noServer(String text) {
        return new NoServerException(text + " was not executed: no process serves it; start one, or let calls wait for"
                + " servers (waitingForServers, waits)");
    }

    /** The channel of the service is closed. */
    public static NoServerException removed(String text) {
        return new NoServerException(
                text + " was not called: the service was removed, as removeChannel does; make" + " another client");
    }

    /** There was no room in time. */
    public static CallTimeoutException notSent(String text) {
        return new CallTimeoutException(
                "the time for " + text + " was over before there was room for the call; it was not sent");
    }

    /** The waiting thread was interrupted. */
    public static CallException interrupted(String text, InterruptedException cause) {
        return new CallException(
                Reason.CALL, "interrupted in " + text + "; the call was given up, a server may execute it", cause);
    }
}
