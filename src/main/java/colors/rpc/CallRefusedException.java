// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

/** The service has no such method, or its parameters do not take the arguments. The call was not executed. */
public final class CallRefusedException extends CallException {
    private static final long serialVersionUID = 1L;

    /** With a message. */
    public CallRefusedException(String message) {
        super(message);
    }
}
