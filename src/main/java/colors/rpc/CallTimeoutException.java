// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

/** The time of the call was over. The message says whether a server had taken it; what it still does is lost. */
public final class CallTimeoutException extends CallException {
    private static final long serialVersionUID = 1L;

    /** With a message. */
    public CallTimeoutException(String message) {
        super(Reason.TIMEOUT, message, null);
    }
}
