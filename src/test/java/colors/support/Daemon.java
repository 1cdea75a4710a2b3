// SPDX-License-Identifier: Apache-2.0
package colors.support;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real colorsd in the foreground, with a segment of its own. */
public final class Daemon implements AutoCloseable {
    private static int count;

    private final String segment;
    private Process process;

    private Daemon(String segment, Process process) {
        this.segment = segment;
        this.process = process;
    }

    /** Starts one; it accepts connections when this returns. */
    public static synchronized Daemon start(String... options) throws IOException {
        String segment = "test-" + ProcessHandle.current().pid() + "-" + ++count;
        return new Daemon(segment, launch(segment, options));
    }

    private static Process launch(String segment, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("colors.home"), "colorsd").toString(),
                "--segment",
                segment,
                "--foreground"));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader output = process.inputReader();
        String line = output.readLine(); // the daemon's first line says that it listens
        if (line == null || !process.isAlive()) {
            throw new IOException("colorsd did not start: " + line);
        }
        Thread.ofPlatform().daemon().start(() -> drain(output));
        return process;
    }

    /** Kills it, as {@code kill -9} does. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Starts another one for the segment, which takes it over if any process has it. */
    public void startAgain() throws IOException {
        process = launch(segment);
    }

    private static void drain(BufferedReader output) {
        try {
            output.lines().forEach(System.err::println);
        } catch (UncheckedIOException e) {
            // the daemon ended
        }
    }

    public String segment() {
        return segment;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
