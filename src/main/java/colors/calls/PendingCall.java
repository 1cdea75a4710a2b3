// SPDX-License-Identifier: Apache-2.0
package colors.calls;

/** A call for which no thread waits, as {@link PendingCalls} has it. */
public interface PendingCall {
    SharedCall call();

    /** How it is now; it is given up when its time is over. */
    CallState look();

    /** It ended so. Called once, by the thread that all pending calls share: it must not wait, nor throw. */
    void end(CallState state);
}
