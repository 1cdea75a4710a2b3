// SPDX-License-Identifier: Apache-2.0
package colors.sockets;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A main class in a JVM of its own, attached to the tests' segment. Ended when this is closed. */
final class ServerProcess implements AutoCloseable {
    private final Process process;

    /** Returns when it has printed a line. */
    ServerProcess(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add("-Dcolors.home=" + System.getProperty("colors.home"));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        process = builder.start();
        BufferedReader output = process.inputReader();
        if (output.readLine() == null) {
            throw new IOException(main + " ended before it served");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
