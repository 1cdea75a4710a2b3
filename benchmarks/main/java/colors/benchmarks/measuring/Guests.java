// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

import java.io.IOException;
import java.nio.file.Path;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;

/** Guest languages, as a program that embeds them makes them. */
public final class Guests {
    private Guests() {}

    public static Context context(String language) {
        Context.Builder builder = Context.newBuilder(language, "colors").allowAllAccess(true);
        if (language.equals("python")) {
            builder.option(
                    "python.PythonPath",
                    Path.of(System.getProperty("colors.root"), "truffle-lang", "python")
                            .toString());
        }
        Context context = builder.build();
        context.initialize("colors");
        return context;
    }

    /** The functions that a file beside a class gives, by name. */
    public static Value functions(Context context, String language, Class<?> owner, String file) throws IOException {
        return context.eval(Source.newBuilder(language, owner.getResource(file)).build());
    }

    public static Value member(Value functions, String name) {
        return functions.hasHashEntries() ? functions.getHashValue(name) : functions.getMember(name);
    }
}
