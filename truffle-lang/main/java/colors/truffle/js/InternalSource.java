// SPDX-License-Identifier: Apache-2.0
package colors.truffle.js;

import colors.truffle.script.Script;
import com.oracle.truffle.api.source.Source;

/** Internal sources of JavaScript: no frame of theirs is in a program's stack. */
public final class InternalSource {
    private InternalSource() {}

    /** Of a file of main/resources/javascript, by its name without .js. */
    public static Source of(String name) {
        return of(name, Script.text(name));
    }

    static Source of(String name, String text) {
        return Source.newBuilder("js", text, Script.name(name)).internal(true).build();
    }
}
