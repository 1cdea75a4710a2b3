// SPDX-License-Identifier: Apache-2.0
package colors.roots;

/**
 * Whether {@code new} of a class that the agent prepared makes a shared object, in this thread (XMem paper, section 2).
 * The thread's mutator has it, once there is one, where it is found faster than a ThreadLocal: 2 ns for each new
 * object, and 9 for one of a class whose constructor runs in shared mode.
 */
public final class SharedMode {
    private static final ThreadLocal<Boolean> WITHOUT_MUTATOR = ThreadLocal.withInitial(() -> false);
    /** In any thread. Read without order: only the thread that set it has to see it. */
    private static boolean wasOn;

    private SharedMode() {}

    /** Returns what it was. */
    public static boolean set(boolean on) {
        PlatformMutator mutator = mutator();
        boolean before;
        if (mutator != null) {
            before = mutator.sharesNew;
            mutator.sharesNew = on;
        } else {
            before = WITHOUT_MUTATOR.get();
            WITHOUT_MUTATOR.set(on);
        }
        if (on && !wasOn) {
            wasOn = true;
        }
        return before;
    }

    public static boolean isOn() {
        if (!wasOn) {
            return false;
        }
        PlatformMutator mutator = mutator();
        return mutator != null ? mutator.sharesNew : WITHOUT_MUTATOR.get();
    }

    /** Null: the thread has none yet, or is virtual. */
    private static PlatformMutator mutator() {
        PlatformMutator found = MutatorTable.find(Thread.currentThread().threadId());
        return found != null ? found : PlatformMutator.made();
    }

    /** Of the calling thread, for its new mutator. */
    static boolean withoutMutator() {
        return wasOn && WITHOUT_MUTATOR.get();
    }
}
