// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

/** The process that had taken the call died. How far it came is not known: it is not executed again by itself. */
public final class ServerLostException extends CallException {
    private static final long serialVersionUID = 1L;

    /** With a message. */
    public ServerLostException(String message) {
        super(message);
    }
}
