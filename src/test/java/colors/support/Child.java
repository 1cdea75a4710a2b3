// SPDX-License-Identifier: Apache-2.0
package colors.support;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another Java process that runs a main class of the tests. */
public final class Child {
    private static final int TIMEOUT_SECONDS = 120;

    /** What it did. */
    public record Result(int exitCode, String output) {}

    private Child() {}

    /** Runs it to its end on the segment; {@code options} are JVM options. */
    public static Result run(String segment, Class<?> main, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        Process process = start(segment, main, options, arguments);
        String output = new String(process.getInputStream().readAllBytes());
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(main + " did not end; it printed " + output);
        }
        return new Result(process.exitValue(), output.strip());
    }

    public static Process start(String segment, Class<?> main, List<String> options, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-ea",
                "-Xmx512m",
                "-cp",
                location(colors.SharedMemory.class) + System.getProperty("path.separator") + location(Child.class),
                "-Dcolors.home=" + System.getProperty("colors.home"),
                "-Dcolors.segment=" + segment,
                "-Dcolors.check=" + System.getProperty("colors.check", "0")));
        command.addAll(options);
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /**
     * The folder a class was built into: module-patched test classes report the main one, so both are asked for by
     * folder.
     */
    private static String location(Class<?> type) {
        Path target =
                Path.of(System.getProperty("basedir", ".")).toAbsolutePath().resolve("target");
        return target.resolve(type.getPackageName().equals("colors") ? "classes" : "test-classes")
                .toString();
    }
}
