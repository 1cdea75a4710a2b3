// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Runs Python or JavaScript with shared memory at hand, {@code python ARGUMENTS...} or {@code js ARGUMENTS...},
 * or a Java program in Espresso, {@code java ARGUMENTS...}.
 */
public final class Main {
    static final int USAGE = 2; // exit code of Python and of most tools for a wrong command line

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    /** Runs the program; returns its exit code. */
    static int run(String[] arguments) {
        if (arguments.length > 0 && arguments[0].equals("java")) {
            return runJava(Arrays.copyOfRange(arguments, 1, arguments.length));
        }
        for (GuestCommand.Language language : GuestCommand.Language.values()) {
            if (arguments.length > 0 && arguments[0].equals(language.id())) {
                return runGuest(language, Arrays.copyOfRange(arguments, 1, arguments.length));
            }
        }
        System.err.println("usage: python ARGUMENTS... | js ARGUMENTS... | java ARGUMENTS...");
        return USAGE;
    }

    private static int runGuest(GuestCommand.Language language, String... arguments) {
        boolean isPython = language == GuestCommand.Language.PYTHON;
        GuestCommand command;
        try {
            command = GuestCommand.of(language, Boolean.getBoolean("colors.terminal"), arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(language.id() + ": " + e.getMessage());
            return USAGE;
        }
        if (command.kind() == GuestCommand.Kind.VERSION) {
            System.out.println(isPython ? PythonProgram.version() : JsProgram.version());
            return 0;
        }
        if (command.kind() == GuestCommand.Kind.FILE && !isReadable(language.id(), command.program())) {
            return USAGE;
        }
        name(isPython ? "python" : "javascript", command.title());
        return isPython ? new PythonProgram(command).run() : new JsProgram(command).run();
    }

    /** Says so if not. Python runs the __main__.py of a folder. */
    private static boolean isReadable(String language, String name) {
        Path given = Path.of(name);
        boolean isFolder = Files.isDirectory(given);
        Path file = isFolder && language.equals("python") ? given.resolve("__main__.py") : given;
        if (Files.isReadable(file) && !Files.isDirectory(file)) {
            return true;
        }
        System.err.println(language + ": cannot read the file " + file + "; give the path of a program"
                + (isFolder && file != given ? ", or of a folder that has one of this name" : ""));
        return false;
    }

    /** For {@code colors stat}, unless the command line names the program. */
    private static void name(String language, String program) {
        System.setProperty("colors.language", System.getProperty("colors.language", language));
        System.setProperty("colors.program", System.getProperty("colors.program", program));
    }

    private static int runJava(String[] arguments) {
        try {
            return new JavaProgram(new JavaArguments(arguments)).run();
        } catch (IllegalArgumentException e) {
            System.err.println("java: " + e.getMessage());
            return USAGE;
        }
    }
}
