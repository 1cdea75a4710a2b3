// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Runs a Python or JavaScript file with shared memory at hand, {@code python FILE ARGUMENTS...} or {@code js FILE ARGUMENTS...},
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
        if (arguments.length < 2 || !arguments[0].equals("python") && !arguments[0].equals("js")) {
            System.err.println("usage: python FILE ARGUMENTS... | js FILE ARGUMENTS... | java ARGUMENTS...");
            return USAGE;
        }
        Path file = Path.of(arguments[1]);
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            System.err.println(arguments[0] + ": cannot read the file " + file + "; give the path of a program");
            return USAGE;
        }
        String[] rest = Arrays.copyOfRange(arguments, 2, arguments.length);
        boolean python = arguments[0].equals("python");
        name(python ? "python" : "javascript", file.toString());
        return python ? new PythonProgram(file, rest).run() : new JsProgram(file, rest).run();
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
