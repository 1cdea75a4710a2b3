// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.programs;

import colors.benchmarks.measuring.TimedLines;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;

/**
 * {@code present FILE ARGUMENTS...}: runs a Python program by the launcher of CoLoRS;
 * {@code absent}: by a copy of it that has no CoLoRS. To each line that the program prints it adds the processor time
 * of the process.
 */
public final class PythonHost {
    private PythonHost() {}

    public static void main(String[] arguments) throws IOException {
        System.setOut(new PrintStream(new TimedLines(System.out)));
        String[] program = Arrays.copyOfRange(arguments, 1, arguments.length);
        if (arguments[0].equals("present")) {
            colors.truffle.launcher.Main.main(
                    Stream.concat(Stream.of("python"), Arrays.stream(program)).toArray(String[]::new));
        } else {
            absent(program);
        }
    }

    /** As colors.truffle.launcher.PythonProgram, without the language colors and without its package on the path. */
    private static void absent(String[] program) throws IOException {
        Path file = Path.of(program[0]);
        Context.Builder builder = StartHost.allowed("python")
                .out(System.out)
                .err(System.err)
                .in(System.in)
                .arguments("python", program)
                .option("python.PythonPath", file.toAbsolutePath().getParent().toString())
                .option("python.Executable", "python")
                .option("python.AlwaysRunExcepthook", "true");
        try (Context context = builder.build()) {
            context.eval(Source.newBuilder("python", file.toFile()).build());
        }
        System.out.flush();
        System.exit(0);
    }
}
