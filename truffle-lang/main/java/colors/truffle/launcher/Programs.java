// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.io.IOAccess;

/** What Python and JavaScript programs have in common. */
final class Programs {
    private Programs() {}

    /** A context that may do what a program of a normal interpreter may, except loading native code. */
    static Context.Builder context(String language) {
        return Context.newBuilder(language, "colors")
                .allowExperimentalOptions(true)
                .allowIO(IOAccess.ALL)
                .allowCreateThread(true)
                .allowCreateProcess(true)
                .allowEnvironmentAccess(EnvironmentAccess.INHERIT)
                .allowPolyglotAccess(PolyglotAccess.ALL)
                .out(System.out)
                .err(System.err)
                .in(System.in)
                .option("engine.WarnInterpreterOnly", "false");
    }

    /** What standard input holds, as a program. */
    static Source input(String language) throws IOException {
        return Source.newBuilder(language, new String(System.in.readAllBytes(), StandardCharsets.UTF_8), "<stdin>")
                .build();
    }

    /** Prints an exception that the guest language has not printed itself. */
    static void report(PolyglotException e) {
        if (e.isInternalError()) {
            e.printStackTrace();
        } else {
            System.err.println(e.getMessage());
        }
    }

    /**
     * Ends the context: what the program registered for its end runs, its threads that are no daemons end, and what it
     * wrote is flushed. Returns the program's exit code.
     */
    static int close(Context context, int exitCode) {
        return close(context, exitCode, false);
    }

    /** Ends the context with all its threads. Returns the program's exit code. */
    static int cancel(Context context, int exitCode) {
        return close(context, exitCode, true);
    }

    private static int close(Context context, int exitCode, boolean cancels) {
        try {
            context.close(cancels);
            return exitCode;
        } catch (PolyglotException e) {
            return e.isExit() && exitCode == 0 ? e.getExitStatus() : exitCode;
        } finally {
            System.out.flush();
            System.err.flush();
        }
    }
}
