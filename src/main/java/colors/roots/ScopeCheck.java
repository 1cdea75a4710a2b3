// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;

/**
 * Whether this process ever opened a {@link RootScope}. Until then a wrapper's address is given without a check:
 * compiled code has the answer as a constant, and is thrown away when the first scope is opened, before anything is
 * made in it. So no thread can meet a wrapper of a scope in code that does not look, whatever races the program has.
 */
public final class ScopeCheck {
    private static final MutableCallSite SITE = new MutableCallSite(MethodHandles.constant(boolean.class, false));
    private static final MethodHandle USED = SITE.dynamicInvoker();
    private static Runnable listener = () -> {}; // guarded by the class
    private static volatile boolean isSet; // last of all; written under the class

    private ScopeCheck() {}

    /**
     * To be called before the address of a wrapper of this chunk is used. Throws SharedMemoryException (STATE) when the
     * calling thread may not: {@link RootChunk#isUsable}.
     */
    public static void check(RootChunk chunk) {
        if (isUsed()) {
            chunk.check();
        }
    }

    /** Whether there may be wrappers of scopes. */
    public static boolean isUsed() {
        try {
            return (boolean) USED.invokeExact();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Runs once, before the first scope is open; at once if one was. */
    public static synchronized void onFirstUse(Runnable action) {
        if (isSet) {
            action.run();
        } else {
            Runnable before = listener;
            listener = () -> {
                before.run();
                action.run();
            };
        }
    }

    /** Before a scope is opened. */
    static void use() {
        if (!isSet) {
            set();
        }
    }

    private static synchronized void set() {
        if (!isSet) {
            SITE.setTarget(MethodHandles.constant(boolean.class, true));
            MutableCallSite.syncAll(new MutableCallSite[] {SITE});
            listener.run();
            isSet = true;
        }
    }
}
