// SPDX-License-Identifier: Apache-2.0
package colors.calls;

/** How a call is, or how it ended. */
public enum CallState {
    /** It was not sent yet, or there was no room. */
    UNSENT,
    /** It waits to be taken. */
    SENT,
    /** A server executes it. */
    TAKEN,
    /** There is a result. */
    DONE,
    /** The result says why there is none. */
    FAILED,
    /** Its server died. */
    LOST,
    /** The client gave it up. */
    CANCELLED,
    /** No server was left to take it. */
    UNSERVED;

    private static final CallState[] VALUES = values();

    /** Of libcolors' number. */
    static CallState of(int state) {
        return VALUES[state];
    }

    public boolean hasEnded() {
        return compareTo(TAKEN) > 0;
    }
}
