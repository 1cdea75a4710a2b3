// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;

/**
 * A Java program, run in Espresso as {@code java ARGUMENTS} would run it. The JDK that runs Espresso is the guest's
 * too. Module colors is loaded and run in the guest: nothing of this JVM's own takes part.
 */
final class JavaProgram {
    private final JavaArguments arguments;

    JavaProgram(JavaArguments arguments) {
        this.arguments = arguments;
    }

    /** The exit code, unless the program ended by System.exit, which ends this JVM. */
    int run() {
        if (arguments.mode() != JavaArguments.Mode.SOURCE) {
            return run(arguments.program());
        }
        if (!Files.isReadable(Path.of(arguments.program()))) {
            System.err.println("java: cannot read the file " + arguments.program() + "; give the path of a program");
            return Main.USAGE;
        }
        try {
            var source = new JavaSource(arguments.program(), arguments);
            removeAtExit(source);
            arguments.add("java.Classpath", source.classes().toString());
            return run(source.main());
        } catch (IllegalArgumentException | IOException e) {
            System.err.println("java: " + e.getMessage());
            return 1;
        }
    }

    private static void removeAtExit(JavaSource source) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                source.close();
            } catch (IOException e) {
                System.err.println("java: compiled classes are left behind: " + e.getMessage());
            }
        }));
    }

    private int run(String program) {
        Context context = builder(program).build();
        try {
            runMain(context.getBindings("java"), program);
            return close(context, 0);
        } catch (PolyglotException e) {
            if (e.isExit()) {
                return e.getExitStatus();
            }
            if (!e.isGuestException()) {
                e.printStackTrace();
                return 1;
            }
            reportUncaught(context, e.getGuestObject());
            return close(context, 1);
        }
    }

    private Context.Builder builder(String program) {
        Context.Builder builder = Context.newBuilder("java")
                .allowAllAccess(true)
                .allowExperimentalOptions(true)
                .option("engine.WarnInterpreterOnly", "false")
                .option("java.JavaHome", System.getProperty("java.home"))
                .option("log.java.level", "SEVERE")
                .option("java.Properties.colors.language", "espresso")
                .option("java.Properties.colors.program", program)
                .option("java.Properties.sun.misc.unsafe.memory.access", "allow")
                .option(
                        "java.Properties.sun.java.command",
                        String.join(" ", program, String.join(" ", arguments.arguments())));
        arguments.options().forEach(builder::option);
        return builder;
    }

    private void runMain(Value bindings, String program) {
        Value type = bindings.getMember("sun.launcher.LauncherHelper")
                .invokeMember("checkAndLoadMain", true, arguments.mode().number(), program);
        bindings.getMember("colors.tools.GuestMain").invokeMember("run", type, arguments.arguments());
    }

    /** Waits for the program's threads and runs its shutdown hooks. Returns an exit code. */
    private static int close(Context context, int code) {
        try {
            context.close();
            return code;
        } catch (PolyglotException e) {
            if (e.isExit()) {
                return e.getExitStatus();
            }
            if (isLeftThread(e)) {
                return code;
            }
            e.printStackTrace();
            return 1;
        }
    }

    /** On a busy machine Espresso 25.0.2 may not wait long enough for threads of its own, such as the Finalizer's. */
    private static boolean isLeftThread(PolyglotException e) {
        return e.isInternalError() && String.valueOf(e.getMessage()).contains("did not complete all polyglot threads");
    }

    private static void reportUncaught(Context context, Value exception) {
        Value thread = context.getBindings("java").getMember("java.lang.Thread").invokeMember("currentThread");
        thread.invokeMember("getUncaughtExceptionHandler").invokeMember("uncaughtException", thread, exception);
    }
}
