// SPDX-License-Identifier: Apache-2.0
package colors.roots;

/**
 * Whether {@code new} of a class that the agent prepared makes a shared object, in this thread (XMem paper, section 2).
 * The thread's mutator has it too, where it is found faster than a ThreadLocal: 2 ns for each new object.
 */
public final class SharedMode {
    private static final ThreadLocal<Boolean> OF_THREAD = ThreadLocal.withInitial(() -> false);
    /** In any thread. Read without order: only the thread that set it has to see it. */
    private static boolean wasOn;

    private SharedMode() {}

    /** Returns what it was. */
    public static boolean set(boolean on) {
        boolean before = OF_THREAD.get();
        OF_THREAD.set(on);
        wasOn |= on;
        PlatformMutator mutator = MutatorTable.find(Thread.currentThread().threadId());
        if (mutator != null) {
            mutator.sharesNew = on;
        }
        return before;
    }

    public static boolean isOn() {
        if (!wasOn) {
            return false;
        }
        PlatformMutator mutator = MutatorTable.find(Thread.currentThread().threadId());
        return mutator != null ? mutator.sharesNew : OF_THREAD.get();
    }

    /** Of the calling thread, for its mutator. */
    static boolean ofThread() {
        return wasOn && OF_THREAD.get();
    }
}
