// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.agent.border.Border;
import colors.heap.FieldText;
import colors.memory.Segment;
import colors.roots.ArrayAccess;
import colors.roots.Mutator;
import colors.roots.Shared;
import colors.shapes.Allocation;
import colors.shapes.FieldAccess;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What rewritten and generated classes call is exported to the modules that have such classes, and to no others. */
final class Access {
    private static final Module COLORS = Access.class.getModule();
    private static final Set<String> CALLED = Stream.of(
                    Border.class,
                    SharedSubclass.class,
                    Allocation.class,
                    ArrayAccess.class,
                    FieldAccess.class,
                    FieldText.class,
                    Mutator.class,
                    Segment.class,
                    Shared.class)
            .map(Class::getPackageName)
            .collect(Collectors.toSet());
    // a module keeps its loader alive
    private static final Set<Module> GRANTED =
            Collections.newSetFromMap(Collections.synchronizedMap(new WeakHashMap<>()));

    private Access() {}

    static void grant(Module module) {
        if (COLORS.isNamed() && GRANTED.add(module)) {
            COLORS.addReads(module);
            CALLED.forEach(called -> COLORS.addExports(called, module));
            if (module.isNamed()) {
                Agent.addReads(module, COLORS);
            }
        }
    }

    /** So that a subclass can be put beside a prepared class, whatever its module opens. */
    static void open(Class<?> prepared) {
        Module module = prepared.getModule();
        grant(module);
        if (module.isNamed() && !module.isOpen(prepared.getPackageName(), COLORS)) {
            Agent.addOpens(module, prepared.getPackageName(), COLORS);
        }
    }
}
