// SPDX-License-Identifier: Apache-2.0
package colors.agent.border;

import colors.Monitors;
import colors.SharedMemoryException;
import colors.roots.Shared;

/**
 * What rewritten code locks in place of a shared object whose monitor it has entered: so that it stays balanced for the
 * JVM, which refuses to compile a method that locks only sometimes. Nobody else has it, so that its lock costs nothing.
 * Used by one thread.
 */
public final class LockToken {
    private Shared object; // null: left

    LockToken(Shared object) {
        this.object = object;
    }

    /**
     * Leaves the monitor, once: the handler in which compiled code leaves it covers itself, and would try for ever what
     * failed. Only when the stack is full is it worth a second try.
     */
    void leave() {
        if (object != null) {
            try {
                Monitors.exit(object);
            } catch (IllegalMonitorStateException | SharedMemoryException e) {
                object = null;
                throw e;
            }
            object = null;
        }
    }
}
