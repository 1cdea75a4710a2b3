// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.util.List;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.PolyglotException.StackFrame;
import org.graalvm.polyglot.SourceSection;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/**
 * A console that shows objects, shared ones too, where GraalJS's own prints [object Object]; and errors that a program
 * has not caught.
 */
final class JsConsole {
    private final Context context;
    private final Value print; // those of now: a program may have its own when it asks
    private final Value printErr;
    private Value functions;

    private JsConsole(Context context) {
        this.context = context;
        Value globals = context.getBindings("js");
        print = globals.getMember("print");
        printErr = globals.getMember("printErr");
    }

    static JsConsole install(Context context) {
        var console = new JsConsole(context);
        LazyGlobals.install(context, List.of("console"), given -> console.functions());
        return console;
    }

    /** Made when first asked for. */
    private Value functions() {
        if (functions == null) {
            ProxyExecutable describe = given -> describe(given[0]);
            // as its own language has it; JavaScript's String gives [object Object]
            ProxyExecutable display = given -> given[0].toString();
            Value isShared = context.getPolyglotBindings().getMember("colors").getMember("isShared");
            Value inspection = ScriptFunction.of(context, "inspect").execute(describe, display, isShared);
            Value table = ScriptFunction.of(context, "table").execute(describe, isShared, inspection);
            functions = ScriptFunction.of(context, "console").execute(print, printErr, isShared, inspection, table);
        }
        return functions;
    }

    /** console.log of it. */
    void log(Value value) {
        functions().getMember("console").invokeMember("log", value);
    }

    /** Shows it as an element of an array is shown: a string has quotes. */
    void show(Value value) {
        print.executeVoid(functions().invokeMember("inspect", value));
    }

    /** Tells of an error that the program has not caught. */
    void report(PolyglotException e) {
        if (e.isInternalError()) {
            e.printStackTrace();
        } else {
            System.err.println(text(e));
        }
    }

    /** The same of a line of a console, where no end of a program tells that it is an error. */
    void reportUncaught(PolyglotException e) {
        if (e.isInternalError()) {
            e.printStackTrace();
        } else {
            String text = text(e);
            System.err.println(text.startsWith("Uncaught ") ? text : "Uncaught " + text);
        }
    }

    private String text(PolyglotException e) {
        Value thrown = e.getGuestObject();
        if (thrown != null && thrown.isException()) {
            try {
                // JavaScript catches what it threw, which may be any value
                ProxyExecutable raise = given -> thrown.throwException();
                return functions().invokeMember("uncaught", raise).asString();
            } catch (PolyglotException another) {
                // it cannot be shown, or no stack is left; its message is known all the same
            }
        }
        var text = new StringBuilder(e.getMessage().stripTrailing());
        for (StackFrame frame : e.getPolyglotStackTrace()) {
            SourceSection place = frame.getSourceLocation();
            if (frame.isGuestFrame() && place != null && !place.getSource().isInternal()) {
                text.append("\n    at ").append(text(frame.getRootName(), place));
            }
        }
        return text.toString();
    }

    /** As GraalJS has it in error.stack; it calls a file's code and functions without a name by words with a colon. */
    private static String text(String function, SourceSection place) {
        String path = place.getSource().getPath();
        String where = "%s:%d:%d"
                .formatted(
                        path == null ? place.getSource().getName() : path,
                        place.getStartLine(),
                        place.getStartColumn());
        return function == null || function.startsWith(":") ? where : "%s (%s)".formatted(function, where);
    }

    /** Of a shared object: what kind it is, and the name of its class. */
    private static ProxyArray describe(Value shared) {
        Value type = shared.getMetaObject();
        String name = type == null ? "" : type.getMetaSimpleName();
        return ProxyArray.fromArray(
                kind(shared), name.equals("array") ? shared.getMember("type").asString() : name);
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
