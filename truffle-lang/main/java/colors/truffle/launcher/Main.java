// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Runs Python or a JavaScript file with shared memory at hand, {@code python ARGUMENTS...} or {@code js FILE ARGUMENTS...},
 * or a Java program in Espresso, {@code java ARGUMENTS...}.
 */
public final class Main {
    static final int USAGE = 2; // exit code of Python and of most tools for a wrong command line

    private Main() {
    }

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    /** Runs the program; returns its exit code. */
    static int run(String[] arguments) {
        if (arguments.length > 0 && arguments[0].equals("java")) {
            return runJava(Arrays.copyOfRange(arguments, 1, arguments.length));
        }
        if (arguments.length > 0 && arguments[0].equals("python")) {
            return runPython(Arrays.copyOfRange(arguments, 1, arguments.length));
        }
        if (arguments.length < 2 || !arguments[0].equals("js")) {
            System.err.println("usage: python ARGUMENTS... | js FILE ARGUMENTS... | java ARGUMENTS...");
            return USAGE;
        }
        if (!isReadable("js", arguments[1])) {
            return USAGE;
        }
        name("javascript", arguments[1]);
        return new JsProgram(Path.of(arguments[1]), Arrays.copyOfRange(arguments, 2, arguments.length)).run();
    }

    private static int runPython(String[] arguments) {
        PythonCommand command;
        try {
            command = PythonCommand.of(Boolean.getBoolean("colors.terminal"), arguments);
        } catch (IllegalArgumentException e) {
            System.err.println("python: " + e.getMessage());
            return USAGE;
        }
        if (command.kind() == PythonCommand.Kind.FILE && !isReadable("python", command.program())) {
            return USAGE;
        }
        name("python", command.name());
        return new PythonProgram(command).run();
    }

    /** Says so if not. */
    private static boolean isReadable(String language, String name) {
        Path file = Path.of(name);
        if (Files.isReadable(file) && !Files.isDirectory(file)) {
            return true;
        }
        System.err.println(language + ": cannot read the file " + file + "; give the path of a program");
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
