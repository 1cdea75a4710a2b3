// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.util.List;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/**
 * Global variables of JavaScript that are made when a program first asks for one: those that it does not use cost its
 * start nothing. A program can define them anew, as ordinary ones.
 */
final class LazyGlobals {
    private LazyGlobals() {}

    /** {@code make} returns an object that has all of the names. */
    static void install(Context context, List<String> names, ProxyExecutable make) {
        ScriptFunction.of(context, "globals").executeVoid(ProxyArray.fromList(List.copyOf(names)), make);
    }
}
