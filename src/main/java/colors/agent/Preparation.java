// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.runtime.PrivateReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the agent did, for the rest of the runtime. Does not need module java.instrument. */
public final class Preparation {
    private static volatile boolean active;
    private static final Map<String, String> REFUSED = new ConcurrentHashMap<>(); // by internal name of a class

    private Preparation() {}

    static void activate() {
        active = true;
        PrivateReference.advise(Preparation::advice);
    }

    /** Where new makes private objects in shared mode too, why. */
    private static String advice(Class<?> type) {
        if (!Construction.isShared()
                || type.isArray()
                || ProgramClasses.isOfJdk(type.getName().replace('.', '/'))
                || SharedSubclass.isPrepared(type)) {
            return "";
        }
        String why = SharedSubclass.refusal(type);
        return "; the agent did not prepare the class, so that new makes private objects of it: "
                + (why == null ? "it is not declared shareable, add it to share=" : why);
    }

    /** Whether the agent runs: from before main, or never. */
    public static boolean isActive() {
        return active;
    }

    /** Whether the program declared a class shareable, prepared or not. */
    public static boolean isDeclared(Class<?> type) {
        return active && ProgramClasses.patterns().matches(type.getName().replace('.', '/'));
    }

    /** Lets the runtime call the constructor of a record that was declared shareable, whatever its module opens. */
    public static void open(Class<?> record) {
        Access.open(record);
    }

    static void refuse(String internalName, String why) {
        REFUSED.put(internalName, why);
    }

    /** Why a class that was to be prepared was not; null when it was not asked for. */
    static String refusal(String internalName) {
        return REFUSED.get(internalName);
    }
}
