// SPDX-License-Identifier: Apache-2.0
package colors.agent.program;

import colors.agent.border.Border;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/** Which class loaders see the agent's classes. */
public final class AgentView {
    private static final String PROBE = Border.class.getName().replace('.', '/') + ".class";
    private static final Map<ClassLoader, Boolean> FINDS_AGENT = Collections.synchronizedMap(new WeakHashMap<>());

    private AgentView() {}

    /** Whether the code of a loader's classes can call the agent's. Some isolated plug-ins' cannot. */
    public static boolean finds(ClassLoader loader) {
        Boolean known = FINDS_AGENT.get(loader);
        boolean finds = known != null ? known : loader.getResource(PROBE) != null; // with no lock held
        FINDS_AGENT.put(loader, finds);
        return finds;
    }
}
