// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;

/**
 * A JavaScript program or console. A file is a module when its name ends in .mjs, else a script. {@code arguments}
 * holds its arguments.
 */
final class JsProgram {
    private final GuestCommand command;
    private final StandardInput input = new StandardInput(System.in);

    JsProgram(GuestCommand command) {
        this.command = command;
    }

    /** A file. */
    JsProgram(Path file, String[] arguments) {
        this(new GuestCommand(
                GuestCommand.Kind.FILE, file.toString(), file.toString(), List.of(arguments), false, Map.of()));
    }

    /** GraalJS's is that of the release, which the engine's does not tell where it is on the module path. */
    static String version() {
        try (InputStream release = Engine.class.getResourceAsStream("/META-INF/graalvm/org.graalvm.polyglot/version")) {
            return release == null
                    ? "GraalJS"
                    : "GraalJS " + new String(release.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("the version of GraalJS cannot be read from its jar", e);
        }
    }

    /** The exit code. */
    int run() {
        return run(builder().in(input));
    }

    Context.Builder builder() {
        return Programs.context("js")
                .arguments("js", command.arguments().toArray(String[]::new))
                .option("js.shell", "true")
                .option("js.unhandled-rejections", "throw");
    }

    int run(Context.Builder builder) {
        try {
            Source source = source();
            return run(builder.build(), source);
        } catch (IOException e) {
            System.err.println("js: cannot read " + command.title() + ": " + e.getMessage());
            return Main.USAGE;
        }
    }

    private int run(Context context, Source source) {
        JsConsole console = null;
        int code = 0;
        try {
            context.initialize("colors");
            console = JsConsole.install(context);
            EventLoop events = EventLoop.of(context);
            code = command.kind() == GuestCommand.Kind.CONSOLE ? 0 : run(context, source, console, events);
            if (command.inspects() || command.kind() == GuestCommand.Kind.CONSOLE) {
                code = new JsLines(context, input, console, events).run(command.kind() == GuestCommand.Kind.CONSOLE);
            }
        } catch (PolyglotException e) {
            code = exitCode(e, console);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Programs.cancel(context, 1);
        }
        return Programs.close(context, code);
    }

    private int run(Context context, Source source, JsConsole console, EventLoop events) throws InterruptedException {
        try {
            Value result = context.eval(source);
            if (command.kind() == GuestCommand.Kind.PRINT) {
                console.log(result);
            }
            if (!command.inspects()) {
                events.run();
            }
            return 0;
        } catch (PolyglotException e) {
            if (command.inspects() && !e.isExit()) {
                console.report(e);
                return 1;
            }
            throw e;
        }
    }

    private Source source() throws IOException {
        return switch (command.kind()) {
            case FILE -> file(new File(command.program()));
            case CODE, PRINT, MODULE ->
                Source.newBuilder("js", command.program(), "<string>").build();
            case INPUT -> Programs.input("js");
            case CONSOLE, VERSION -> null;
        };
    }

    private static Source file(File file) throws IOException {
        Source.Builder builder = Source.newBuilder("js", file);
        return file.toString().endsWith(".mjs")
                ? builder.mimeType("application/javascript+module").build()
                : builder.build();
    }

    private static int exitCode(PolyglotException e, JsConsole console) {
        if (e.isExit()) {
            return e.getExitStatus();
        }
        if (console == null) {
            Programs.report(e);
        } else {
            console.report(e);
        }
        return 1;
    }
}
