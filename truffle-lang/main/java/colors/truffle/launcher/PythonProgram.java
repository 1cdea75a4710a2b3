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
    private static final int INTERRUPTED = 130; // what a shell reports of a program that SIGINT ended: 128 + 2
    /** In a scope of its own, for the program's end may still run code of the program. */
    private static final String JOIN = """
                    (lambda scope: exec('''
                    import atexit, sys
                    interrupted = False
                    try:
                        if 'threading' in sys.modules:
                            sys.modules['threading']._shutdown()
                    except KeyboardInterrupt:
                        interrupted = True
                        atexit._run_exitfuncs()
                        sys.stdout.flush()
                        sys.stderr.flush()
                    ''', scope) or scope['interrupted'])({})
                    """;

    private final Path file;
    private final String[] arguments;

    PythonProgram(Path file, String[] arguments) {
        this.file = file;
        this.arguments = arguments;
    }

    /** The exit code. */
    int run() {
        var err = new LastByte(System.err);
        int code = run(builder().err(err));
        if (code == 1 && err.last() != '\n') { // sys.exit("message"): GraalPy writes the message alone
            System.err.println();
        }
        return code;
    }

    Context.Builder builder() {
        String[] all = new String[arguments.length + 1];
        all[0] = file.toString();
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return Programs.context("python").arguments("python", all)
                        .option("python.PythonPath", path())
                        .option("python.Executable", executable())
                        .option("python.AlwaysRunExcepthook", "true")
                        .option("python.InstallSignalHandlers", "true");
    }

    int run(Context.Builder builder) {
        Context context = builder.build();
        try {
            context.initialize("colors");
            context.eval(Source.newBuilder("python", file.toFile()).build());
            return end(context, 0);
        } catch (PolyglotException e) {
            return end(context, exitCode(context, e));
        } catch (IOException e) {
            System.err.println("python: cannot read " + file + ": " + e.getMessage());
            return Main.USAGE;
        }
    }

    /** Waits for the threads that are no daemons, as Context.close() does, but a Ctrl-C ends this wait, and with it the program. */
    private static int end(Context context, int exitCode) {
        boolean interrupted = false;
        try {
            interrupted = context.eval("python", JOIN).asBoolean();
        } catch (PolyglotException | IllegalStateException e) {
            // the program has left by os._exit, or its threads cannot be waited for: close() says what there is to say
        }
        return interrupted ? Programs.cancel(context, exitCode) : Programs.close(context, exitCode);
    }

    /** With AlwaysRunExcepthook Python has printed its traceback and leaves as an exit. */
    private static int exitCode(Context context, PolyglotException e) {
        if (e.isExit()) {
            return e.getExitStatus() == 1 && flush(context) ? INTERRUPTED : e.getExitStatus();
        }
        Programs.report(e);
        return 1;
    }

    /** GraalPy leaves the message of {@code sys.exit("message")} in the buffer of sys.stderr. Returns whether the program ended by Ctrl-C. */
    private static boolean flush(Context context) {
        try {
            return context.eval("python", "import sys; sys.stderr.flush(); isinstance(getattr(sys, 'last_value', None), KeyboardInterrupt)").asBoolean();
        } catch (PolyglotException e) {
            Programs.report(e);
            return false;
        }
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
