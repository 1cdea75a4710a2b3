// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import colors.truffle.script.Script;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;

/** The launcher's own JavaScript, which is in no stack of a program: files of main/resources/javascript. */
final class ScriptFunction {
    private ScriptFunction() {}

    /** The function that a file is, by its name without .js. */
    static Value of(Context context, String name) {
        return context.eval(Source.newBuilder("js", Script.text(name), Script.name(name))
                .internal(true)
                .buildLiteral());
    }
}
