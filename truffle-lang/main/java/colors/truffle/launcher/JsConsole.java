// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.util.List;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/** A console that shows objects, shared ones too, where GraalJS's own prints [object Object]. */
final class JsConsole {
    private JsConsole() {
    }

    static void install(Context context) {
        ProxyExecutable describe = given -> describe(given[0]);
        LazyGlobals.install(context, List.of("console"), given -> context.eval(ConsoleSource.SOURCE).execute(describe, context.getPolyglotBindings().getMember("colors").getMember("isObjectShared"), given[0], given[1]));
    }

    /** Of a shared object: what kind it is, and the name of its class. */
    private static ProxyArray describe(Value shared) {
        Value type = shared.getMetaObject();
        return ProxyArray.fromArray(kind(shared), type == null ? "" : type.getMetaSimpleName());
    }

    private static String kind(Value shared) {
        if (shared.hasBufferElements()) {
            return "binary";
        } else if (shared.hasHashEntries()) {
            return "map";
        } else if (shared.hasArrayElements()) {
            return "list";
        } else if (shared.hasIterator()) {
            return "set";
        }
        return shared.isString() || shared.isNumber() || !shared.hasMembers() ? "other" : "object";
    }
}
