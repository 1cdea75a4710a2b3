// SPDX-License-Identifier: Apache-2.0
package colors.agent.border;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.names.Preparation;
import colors.roots.SharedMode;

/** Whether {@code new} of a prepared class makes a shared object, in this thread (XMem paper, section 2). */
public final class Construction {
    private Construction() {}

    /** Changes the mode of this thread. Returns what it was. Throws SharedMemoryException (STATE) without the agent. */
    public static boolean set(boolean shared) {
        if (!Preparation.isActive()) {
            throw SharedMemoryException.of(
                    Reason.STATE,
                    "new makes shared objects only with the agent; start Java with"
                            + " -javaagent:colors-runtime.jar=share=CLASSES (docs/agent.md), or copy what was"
                            + " constructed with Ref.copyOf");
        }
        return SharedMode.set(shared);
    }

    /** Whether it is on. Called by rewritten code for each new object of a prepared class. */
    public static boolean isShared() {
        return SharedMode.isOn();
    }
}
