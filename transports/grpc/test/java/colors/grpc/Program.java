// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A main class of the tests in a process of its own. */
final class Program implements AutoCloseable {
    final Process process;
    final BufferedReader output;

    private Program(Process process) {
        this.process = process;
        this.output = process.inputReader();
    }

    /** Starts it, and waits until it has printed a line. */
    static Program start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-Dcolors.home=" + System.getProperty("colors.home"),
                "-Dcolors.check=" + System.getProperty("colors.check"),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        Program program = new Program(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        if (program.output.readLine() == null) {
            throw new IOException(main + " ended before it began");
        }
        return program;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
