// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.agent.program.ProgramClasses;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes that mention shareable ones and could not be rewritten. Their code would read and write the fields of the
 * Java object that stands for a shared one. So they are as they were, and work, as long as nothing that they mention is
 * shared: no shared instances are made of a class that one of these mentions, and one of these that comes later is
 * refused. Thread-safe: a class is added, and a mention looked for, before the other side is looked at.
 */
final class Unrewritten {
    private static final String API = "colors/SharedMemory"; // whose users may have any shared object

    private record Left(String why, Set<String> mentioned) {}

    private static final Map<String, Left> LEFT = new ConcurrentHashMap<>(); // by internal name
    // the classes with shared instances, and their superclasses
    private static final Set<String> SHARED = ConcurrentHashMap.newKeySet();

    private Unrewritten() {}

    /**
     * A class is left as it was. Returns why it cannot be, which is null as long as nothing that it mentions is shared.
     */
    static String add(String name, String why, byte[] classFile) {
        Set<String> mentioned = ProgramClasses.patterns().mentionedIn(classFile);
        mentioned.remove(name); // its own instances are no shared ones, for it is not prepared
        LEFT.put(name, new Left(why, mentioned));
        for (String shared : SHARED) {
            if (mentioned.contains(shared) || mentioned.contains(API)) {
                return "class " + name.replace('/', '.') + " could not be rewritten for shared objects (" + why
                        + "), and there are shared instances of " + shared.replace('/', '.')
                        + ", of which it would see nothing; have its code work with private objects in a process of"
                        + " its own, or name neither in share=";
            }
        }
        return null;
    }

    /**
     * Shared instances of a class will be met. Throws SharedMemoryException (STATE) when a class that was left as it
     * was mentions it.
     */
    static void share(Class<?> type) {
        Set<String> names = new HashSet<>();
        for (Class<?> c = type; c != Object.class && c != null; c = c.getSuperclass()) {
            names.add(c.getName().replace('.', '/'));
        }
        SHARED.addAll(names);
        LEFT.forEach((name, left) -> {
            if (left.mentioned.contains(API) || left.mentioned.stream().anyMatch(names::contains)) {
                throw SharedMemoryException.of(
                        Reason.STATE,
                        "there can be no shared instances of class " + type.getName() + " here: class "
                                + name.replace('/', '.')
                                + ", which uses it, could not be rewritten and would see nothing of them (" + left.why
                                + "); have that code work with private objects in a process of its own"
                                + " (docs/agent.md)");
            }
        });
    }
}
