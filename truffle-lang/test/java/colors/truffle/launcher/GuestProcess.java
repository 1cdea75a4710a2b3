// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program of a guest language in a process of its own, started as the launcher does it. */
record GuestProcess(Path folder, String segment, String... options) {

    /** Python: what fails for want of memory is tried again while the collector works. */
    static final String INSIST = """
        import gc, time
        def insist(make):
            for attempt in range(300):
                try:
                    return make()
                except MemoryError:
                    gc.collect()
                    time.sleep(0.1)
            return make()
        """;

    private static final int PATIENCE_S = 1200;
    private static final String LAUNCHER = System.getProperty("colors.launcher"); // given by ./colors test

    /** What it did. */
    record Result(int exitCode, String out, String err) {}

    /** Ends it. Returns what it wrote, and what its threads were at. */
    private static String end(Process process, Path out) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        process.waitFor(2, TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        return Files.readString(out, StandardCharsets.UTF_8);
    }

    /** Stops the daemon of a segment. */
    static void stopDaemon(Path folder, String segment) throws IOException, InterruptedException {
        new ProcessBuilder(Path.of("..", "colors").toString(), "stop", "--segment", segment)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("stop").toFile())
                .start()
                .waitFor();
    }

    /** Starts it; what it writes is in the files out and err of the folder. */
    Process start(String language, String code, String... arguments) throws IOException {
        Path file = Files.writeString(folder.resolve("program." + (language.equals("js") ? "js" : "py")), code);
        List<String> command = command();
        command.addAll(List.of(language, file.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("COLORS_OBJECTS", "1M"); // of a daemon that this process starts
        if (LAUNCHER != null) {
            builder.environment().put("COLORS_JAVA_OPTS", String.join(" ", own()));
        }
        return builder.start();
    }

    Result run(String language, String code, String... arguments) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = start(language, code, arguments);
        if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
            fail("the program did not end in " + PATIENCE_S + " s\n" + end(process, out)
                    + Files.readString(err, StandardCharsets.UTF_8));
        }
        return new Result(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    /**
     * {@code ./colors}, whose jars are those under test and whose archives make a process start several times faster;
     * else the JVM and what the launcher gives it.
     */
    private List<String> command() {
        if (LAUNCHER != null) {
            return new ArrayList<>(List.of(LAUNCHER));
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + Path.of("python-internals.args").toAbsolutePath(),
                "--upgrade-module-path=" + System.getProperty("jdk.module.upgrade.path"),
                "--module-path=" + System.getProperty("jdk.module.path"),
                "--enable-native-access=colors,org.graalvm.truffle,com.oracle.truffle.truffle_nfi_panama",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dcolors.home=" + System.getProperty("colors.home"),
                "-Dcolors.root=" + Path.of("..").toAbsolutePath()));
        command.addAll(own());
        command.addAll(List.of("-m", "colors.truffle/colors.truffle.launcher.Main"));
        return command;
    }

    /**
     * Without the JVM's second compiler, which takes a third of the processor time; what it compiles is the
     * interpreter: the program is Graal's.
     */
    private List<String> own() {
        List<String> all = new ArrayList<>(List.of(
                "-XX:TieredStopAtLevel=1",
                "-Dcolors.segment=" + segment,
                "-Dcolors.check=" + System.getProperty("colors.check", "0")));
        all.addAll(List.of(options));
        return all;
    }
}
