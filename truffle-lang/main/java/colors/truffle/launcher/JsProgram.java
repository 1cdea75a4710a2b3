// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.io.IOException;
import java.nio.file.Path;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.PolyglotException.StackFrame;
import org.graalvm.polyglot.Source;

/** A JavaScript file: a module when its name ends in .mjs, else a script. {@code arguments} holds its arguments. */
final class JsProgram {
    private final Path file;
    private final String[] arguments;

    JsProgram(Path file, String[] arguments) {
        this.file = file;
        this.arguments = arguments;
    }

    /** The exit code. */
    int run() {
        return run(builder());
    }

    Context.Builder builder() {
        return Programs.context("js").arguments("js", arguments).option("js.shell", "true").option("js.unhandled-rejections", "throw");
    }

    int run(Context.Builder builder) {
        Context context = builder.build();
        try {
            context.initialize("colors");
            JsConsole.install(context);
            EventLoop events = EventLoop.of(context);
            context.eval(source());
            events.run();
            return Programs.close(context, 0);
        } catch (PolyglotException e) {
            return Programs.close(context, exitCode(e));
        } catch (IOException e) {
            System.err.println("js: cannot read " + file + ": " + e.getMessage());
            return Main.USAGE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Programs.cancel(context, 1);
        }
    }

    private Source source() throws IOException {
        Source.Builder builder = Source.newBuilder("js", file.toFile());
        return file.toString().endsWith(".mjs") ? builder.mimeType("application/javascript+module").build() : builder.build();
    }

    private static int exitCode(PolyglotException e) {
        if (e.isExit()) {
            return e.getExitStatus();
        }
        if (e.isInternalError()) {
            e.printStackTrace();
            return 1;
        }
        System.err.println(e.getMessage());
        for (StackFrame frame : e.getPolyglotStackTrace()) {
            if (frame.isGuestFrame()) {
                System.err.println("    at " + frame.toString().strip());
            }
        }
        return 1;
    }
}
