// SPDX-License-Identifier: Apache-2.0
package colors.agent.program;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Classes that the program declared shareable and the agent did not prepare, and why. By internal name. */
public final class Refusals {
    private static final Map<String, String> WHY = new ConcurrentHashMap<>();

    private Refusals() {}

    public static void add(String internalName, String why) {
        WHY.put(internalName, why);
    }

    /** Null when it was not asked for. */
    public static String of(String internalName) {
        return WHY.get(internalName);
    }
}
