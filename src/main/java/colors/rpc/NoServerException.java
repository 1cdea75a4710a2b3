// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

/** No process serves the service, or none is left. The call was not executed. */
public final class NoServerException extends CallException {
    private static final long serialVersionUID = 1L;

    /** With a message. */
    public NoServerException(String message) {
        super(message);
    }
}
