// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;

/** A Python file, run as {@code python FILE} would, with the package "colors" on the path. */
final class PythonProgram {
    private final Path file;
    private final String[] arguments;

    PythonProgram(Path file, String[] arguments) {
        this.file = file;
        this.arguments = arguments;
    }

    /** The exit code. */
    int run() {
        return run(builder());
    }

    Context.Builder builder() {
        String[] all = new String[arguments.length + 1];
        all[0] = file.toString();
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return Programs.context("python").arguments("python", all)
                        .option("python.PythonPath", path())
                        .option("python.Executable", executable())
                        .option("python.AlwaysRunExcepthook", "true");
    }

    int run(Context.Builder builder) {
        Context context = builder.build();
        try {
            context.initialize("colors");
            context.eval(Source.newBuilder("python", file.toFile()).build());
            return Programs.close(context, 0);
        } catch (PolyglotException e) {
            return Programs.close(context, exitCode(e));
        } catch (IOException e) {
            System.err.println("python: cannot read " + file + ": " + e.getMessage());
            return Main.USAGE;
        }
    }

    /** With AlwaysRunExcepthook Python has printed its traceback and leaves as an exit. */
    private static int exitCode(PolyglotException e) {
        if (e.isExit()) {
            return e.getExitStatus();
        }
        Programs.report(e);
        return 1;
    }

    /** The program's folder first, as the interpreter has it, then the package's. */
    private String path() {
        Path folder = file.toAbsolutePath().getParent();
        return folder + File.pathSeparator + PackageFolder.find();
    }

    private static String executable() {
        return System.getProperty("colors.python.executable", "python");
    }
}
