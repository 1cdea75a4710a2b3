// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.util.List;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/**
 * Global variables of JavaScript that are made when a program first asks for one: those that it does not use cost its
 * start nothing. A program can define them anew, as ordinary ones.
 */
final class LazyGlobals {
    private static final Source INSTALL =
            Source.newBuilder("js", """
                (function (names, make) {
                    const {Object} = globalThis; // that of now: a program may have its own when it asks
                    const put = (name, value) => Object.defineProperty(globalThis, name, {value, writable: true, configurable: true, enumerable: false});
                    for (const name of names) {
                        Object.defineProperty(globalThis, name, {
                            get() {
                                const made = make();
                                for (const other of names) {
                                    if (Object.getOwnPropertyDescriptor(globalThis, other)?.get) {
                                        put(other, made[other]);
                                    }
                                }
                                return made[name];
                            },
                            set(value) { put(name, value); },
                            configurable: true,
                            enumerable: false
                        });
                    }
                })\
                """, "colors-globals.js").internal(true).buildLiteral();

    private LazyGlobals() {}

    /** {@code make} returns an object that has all of the names. */
    static void install(Context context, List<String> names, ProxyExecutable make) {
        context.eval(INSTALL).executeVoid(ProxyArray.fromList(List.copyOf(names)), make);
    }
}
