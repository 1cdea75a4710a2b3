// SPDX-License-Identifier: Apache-2.0
package colors.names;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import java.lang.invoke.MethodHandle;

/**
 * What the rest of the runtime asks the agent about the program's classes. Without one no class is prepared. It comes
 * before main, so what was answered once stays.
 */
public abstract class Preparation {
    private static volatile Preparation agent; // null: none runs

    protected Preparation() {}

    /** The agent runs. */
    public static void activate(Preparation running) {
        agent = running;
    }

    /** Whether the agent runs: from before main, or never. */
    public static boolean isActive() {
        return agent != null;
    }

    /** Whether the program declared a class shareable, prepared or not. */
    public static boolean isDeclared(Class<?> type) {
        return isActive() && agent.declares(type);
    }

    /** Whether the agent prepared a class, so that instances of it can stand for shared objects. */
    public static boolean isPrepared(Class<?> type) {
        return isActive() && agent.prepared(type);
    }

    /** Whether it did, and the program's class is not abstract: an exclusive one is for the JVM. */
    public static boolean isInstantiable(Class<?> type) {
        return isActive() && agent.instantiates(type);
    }

    /** Whether a class is abstract for the JVM, though not for the program: it has shared instances alone. */
    public static boolean isConcrete(Class<?> type) {
        return isActive() && agent.concrete(type);
    }

    /**
     * Throws SharedMemoryException (STATE) when the agent did not prepare a class; the message names the alternative.
     */
    public static void checkPrepared(Class<?> type, String alternative) {
        if (!isActive()) {
            throw notPrepared(
                    type,
                    "the agent does not run; start Java with -javaagent:colors-runtime.jar=share=" + type.getName(),
                    alternative);
        }
        agent.check(type, alternative);
    }

    public static SharedMemoryException notPrepared(Class<?> type, String why, String alternative) {
        return SharedMemoryException.of(
                Reason.STATE,
                "shared objects cannot be instances of class " + type.getName() + ": " + why
                        + " (docs/agent.md), or use " + alternative + ", whose Ref needs no agent");
    }

    /**
     * (granules, chunk)Object of an instance of a prepared class. Throws SharedMemoryException (STATE) for another.
     */
    public static MethodHandle maker(Class<?> type) {
        checkPrepared(type, "SharedClass.of(" + type.getSimpleName() + ".class).allocate");
        return agent.makerOf(type);
    }

    /** The class of what stands for the shared instances of a prepared class. */
    public static Class<?> instanceClass(Class<?> type) {
        return agent.generated(type);
    }

    /** Lets the runtime call the constructor of a record that was declared shareable, whatever its module opens. */
    public static void open(Class<?> record) {
        agent.openTo(record);
    }

    /**
     * The prepared class or record of a shared name, loaded if need be, as {@code asking} sees it, or else the first;
     * null when the agent knows of none.
     */
    public static Class<?> find(String sharedName, ClassLoader asking) {
        return isActive() ? agent.named(sharedName, asking) : null;
    }

    /** Another number when there are more names: what was not found before may be now. */
    public static int generation() {
        return isActive() ? agent.names() : 0;
    }

    /** What code of the program threw, as it is: an Error or RuntimeException, for it declares nothing else. */
    public static RuntimeException rethrow(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) e;
    }

    // ---- the agent's answers ------------------------------------------------------------------------

    protected abstract boolean declares(Class<?> type);

    protected abstract boolean prepared(Class<?> type);

    protected abstract boolean instantiates(Class<?> type);

    protected abstract boolean concrete(Class<?> type);

    protected abstract void check(Class<?> type, String alternative);

    protected abstract MethodHandle makerOf(Class<?> type);

    protected abstract Class<?> generated(Class<?> type);

    protected abstract void openTo(Class<?> record);

    protected abstract Class<?> named(String sharedName, ClassLoader asking);

    protected abstract int names();
}
