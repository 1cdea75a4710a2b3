// SPDX-License-Identifier: Apache-2.0
package colors.agent.program;

import java.util.Set;

/**
 * The methods of {@link java.lang.invoke.MethodHandles.Lookup}, and of field updaters, whose calls the agent replaces,
 * by name.
 */
public final class HandleNames {
    /** Those that make handles of fields, or hidden classes. */
    private static final Set<String> NAMES = Set.of(
            "findGetter",
            "findSetter",
            "findVarHandle",
            "unreflectGetter",
            "unreflectSetter",
            "unreflectVarHandle",
            "defineHiddenClass",
            "defineHiddenClassWithClassData");

    /** And, where there are exclusive classes, those that make handles of constructors. */
    private static final Set<String> CONSTRUCTING = Set.of("findConstructor", "unreflectConstructor");

    /** What makes field updaters. */
    public static final String UPDATER = "newUpdater";

    private HandleNames() {}

    /** Whether a method of this name is replaced if it is Lookup's, or a field updater's. */
    public static boolean has(String name) {
        return NAMES.contains(name)
                || name.equals(UPDATER)
                || CONSTRUCTING.contains(name) && ProgramClasses.patterns().haveExclusive();
    }
}
