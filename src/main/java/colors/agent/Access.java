// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What rewritten and generated classes call is exported to the modules that have such classes, and to no others. */
final class Access {
    private static final Module COLORS = Access.class.getModule();
    private static final Set<Module> GRANTED = ConcurrentHashMap.newKeySet();

    private Access() {
    }

    static void grant(Module module) {
        if (COLORS.isNamed() && GRANTED.add(module)) {
            COLORS.addExports("colors.agent", module);
            COLORS.addExports("colors.runtime", module);
            if (module.isNamed()) {
                Agent.addReads(module, COLORS);
            }
        }
    }
}
