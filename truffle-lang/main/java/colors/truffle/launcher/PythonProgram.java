// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/** A Python program or console, run as {@code python ARGUMENTS} would, with the package "colors" on the path. */
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

    /** The folder is on the path, in the place of the current one. */
    private static final String FOLDER = """
        (lambda scope: exec('''
        import sys
        if not sys.flags.safe_path:
            del sys.path[0]
        ''', scope))({}) or __import__("runpy")._run_module_as_main("__main__", False)
        """;

    /**
     * As CPython's without its editor: prompts go to sys.stderr. GraalPy 25 cannot make the traceback of a Ctrl-C that
     * came while compiled code entered a generator: the console would end by an error of Java's.
     */
    private static final String CONSOLE = """
        (lambda scope: exec('''
        import code, polyglot, site, sys
        succeeds = polyglot.import_value("colors.succeeds")

        class Console(code.InteractiveConsole):
            def raw_input(self, prompt=""):
                sys.stdout.flush()
                sys.stderr.write(prompt)
                sys.stderr.flush()
                line = sys.stdin.readline()
                if not line:
                    raise EOFError
                return line.removesuffix("\\\\n")

            def showtraceback(self):
                error = sys.exc_info()[1]
                if succeeds(walk, error.__traceback__):
                    super().showtraceback()
                else:
                    import traceback
                    sys.stderr.write("".join(traceback.format_exception_only(error)))

        def walk(traceback):
            while traceback is not None:
                traceback = traceback.tb_next

        site.setquit()
        site.setcopyright()
        site.sethelper()
        more = 'Type "help", "copyright", "credits" or "license" for more information.'
        banner = f"Python {sys.version} on {sys.platform}\\\\n{more}"
        Console(vars(sys.modules["__main__"]), "<stdin>").interact(banner if greets else "", "")
        ''', scope))({"greets": %s})
        """;

    /** The names that CPython's module site gives to programs. The module itself takes long to import. */
    private static final String SITE = """
        def colors_site():
            import builtins

            class Quitter:
                def __init__(self, name):
                    self.name = name

                def __repr__(self):
                    return f"Use {self.name}() or Ctrl-D (i.e. EOF) to exit"

                def __call__(self, code=None):
                    raise SystemExit(code)

            class Helper:
                def __repr__(self):
                    return "Type help() for interactive help, or help(object) for help about object."

                def __call__(self, *arguments, **named):
                    import pydoc
                    return pydoc.help(*arguments, **named)

            builtins.exit, builtins.quit, builtins.help = Quitter("exit"), Quitter("quit"), Helper()

        colors_site()
        del colors_site
        """;

    private final GuestCommand command;

    PythonProgram(GuestCommand command) {
        this.command = command;
    }

    /** A file. */
    PythonProgram(Path file, String[] arguments) {
        this(new GuestCommand(
                GuestCommand.Kind.FILE, file.toString(), file.toString(), List.of(arguments), false, Map.of()));
    }

    static String version() {
        try (Engine engine = Engine.newBuilder("python")
                .allowExperimentalOptions(true)
                .option("engine.WarnInterpreterOnly", "false")
                .build()) {
            return "Python " + engine.getLanguages().get("python").getVersion();
        }
    }

    /** The exit code. */
    int run() {
        var err = new LastByte(System.err);
        int code = run(builder().in(new StandardInput(System.in)).err(err));
        if (code == 1 && err.last() != '\n') { // sys.exit("message"): GraalPy writes the message alone
            System.err.println();
        }
        return code;
    }

    Context.Builder builder() {
        Context.Builder builder = Programs.context("python")
                .arguments(
                        "python",
                        Stream.concat(Stream.of(command.name()), command.arguments().stream())
                                .toArray(String[]::new))
                .option("python.PythonPath", path())
                .option("python.Executable", executable())
                .option("python.AlwaysRunExcepthook", "true")
                .option("python.InstallSignalHandlers", "true");
        command.flags().forEach((flag, value) -> builder.option("python." + flag, value));
        return builder;
    }

    int run(Context.Builder builder) {
        try {
            Source source = source(); // before a context has the signals
            return run(builder.build(), source);
        } catch (IOException e) {
            System.err.println("python: cannot read " + command.title() + ": " + e.getMessage());
            return Main.USAGE;
        }
    }

    private int run(Context context, Source source) {
        int code = 0;
        try {
            context.initialize("colors");
            context.eval(internal(SITE, "<site>"));
            if (command.kind() == GuestCommand.Kind.CONSOLE) {
                prepareConsole(context);
            }
            context.eval(source);
        } catch (PolyglotException e) {
            code = exitCode(context, e);
        }
        if (command.inspects()) {
            try {
                code = 0;
                prepareConsole(context);
                context.eval("python", CONSOLE.formatted("False"));
            } catch (PolyglotException e) {
                code = exitCode(context, e);
            }
        }
        return end(context, code);
    }

    /** Gives it a function that calls another, and tells whether that ended without an error of Java's. */
    private static void prepareConsole(Context context) {
        context.getPolyglotBindings().putMember("colors.succeeds", (ProxyExecutable) called -> {
            try {
                called[0].execute(called[1]);
                return true;
            } catch (PolyglotException e) {
                if (e.isInternalError()) {
                    return false;
                }
                throw e;
            }
        });
    }

    private Source source() throws IOException {
        return switch (command.kind()) {
            case FILE ->
                runsFolder()
                        ? internal(FOLDER, "<folder>")
                        : Source.newBuilder("python", new File(command.program()))
                                .build();
            case CODE, PRINT ->
                Source.newBuilder("python", command.program(), "<string>").build();
            case INPUT -> Programs.input("python");
            case MODULE ->
                internal("__import__('runpy')._run_module_as_main(" + literal(command.program()) + ")", "<module>");
            case CONSOLE, VERSION -> internal(CONSOLE.formatted(isSet("QuietFlag") ? "False" : "True"), "<console>");
        };
    }

    private static Source internal(String code, String name) {
        return Source.newBuilder("python", code, name).internal(true).buildLiteral();
    }

    private static String literal(String text) {
        return text.codePoints().mapToObj("\\U%08x"::formatted).collect(Collectors.joining("", "'", "'"));
    }

    /**
     * Waits for the threads that are no daemons, as Context.close() does, but a Ctrl-C ends this wait, and with it the
     * program.
     */
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

    /**
     * GraalPy leaves the message of {@code sys.exit("message")} in the buffer of sys.stderr. Returns whether the
     * program ended by Ctrl-C.
     */
    private static boolean flush(Context context) {
        try {
            return context.eval(
                            "python",
                            "import sys; sys.stderr.flush(); isinstance(getattr(sys, 'last_value', None),"
                                    + " KeyboardInterrupt)")
                    .asBoolean();
        } catch (PolyglotException e) {
            Programs.report(e);
            return false;
        }
    }

    /**
     * The package's folder, then what the user says. The interpreter itself puts the program's before them, unless the
     * program is a folder.
     */
    private String path() {
        var path = new StringJoiner(File.pathSeparator);
        if (runsFolder()) {
            path.add(Path.of(command.program()).toAbsolutePath().toString());
        }
        path.add(PackageFolder.find().toString());
        String given = System.getenv("PYTHONPATH");
        if (given != null && !given.isEmpty() && !isSet("IgnoreEnvironmentFlag")) {
            path.add(given);
        }
        return path.toString();
    }

    private boolean isSet(String flag) {
        return command.flags().containsKey(flag);
    }

    /** Whether the file is a folder with a __main__.py. */
    private boolean runsFolder() {
        return command.kind() == GuestCommand.Kind.FILE && Files.isDirectory(Path.of(command.program()));
    }

    private static String executable() {
        return System.getProperty("colors.python.executable", "python");
    }
}
