// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.programs;

import java.io.IOException;
import java.nio.file.Path;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.io.IOAccess;

/** {@code python FILE}, {@code js FILE}: runs a program with what {@code ./colors} allows one, and without CoLoRS. */
public final class StartHost {
    private StartHost() {}

    public static void main(String[] arguments) throws IOException {
        Context.Builder builder = allowed(arguments[0]);
        builder = arguments[0].equals("python")
                ? builder.option("python.Executable", "python")
                : builder.option("js.shell", "true");
        try (Context context = builder.build()) {
            context.eval(Source.newBuilder(arguments[0], Path.of(arguments[1]).toFile())
                    .build());
        }
        System.out.flush();
        System.exit(0);
    }

    /** What {@code ./colors} allows a program of that language. */
    static Context.Builder allowed(String language) {
        return Context.newBuilder(language)
                .allowExperimentalOptions(true)
                .allowIO(IOAccess.ALL)
                .allowCreateThread(true)
                .allowCreateProcess(true) //
                .allowEnvironmentAccess(EnvironmentAccess.INHERIT)
                .allowPolyglotAccess(PolyglotAccess.ALL)
                .option("engine.WarnInterpreterOnly", "false");
    }
}
