// SPDX-License-Identifier: Apache-2.0
package colors.calls;

import colors.memory.Layout;

/** How a call is, or how it ended. */
public enum CallState {
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
        return VALUES[state - Layout.CALL_SENT];
    }

    public boolean hasEnded() {
        return this != SENT && this != TAKEN;
    }
}
