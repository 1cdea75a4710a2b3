// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A program that a benchmark runs beside itself. It is ended when this is closed, and when this process ends. */
public final class Child implements AutoCloseable {
    private static final int PATIENCE_MS = 10_000;
    private static boolean isEnding; // guarded by the class

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Child::endAll));
    }

    private final List<String> command;
    private final Process process;
    private final BufferedReader output;

    private Child(List<String> command) throws IOException {
        this(command, Map.of());
    }

    private Child(List<String> command, Map<String, String> environment) throws IOException {
        this.command = command;
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        process = start(builder);
        output = process.inputReader();
    }

    private static synchronized Process start(ProcessBuilder builder) throws IOException {
        if (isEnding) {
            throw new IOException("nothing more is started: this process is being ended");
        }
        return builder.start();
    }

    /** One of benchmarks/native. */
    public static Child ofC(String program, Object... arguments) throws IOException {
        return new Child(command(List.of(fileOfC(program).toString()), arguments));
    }

    /** Where such a program is, if it was built. */
    public static Path fileOfC(String program) {
        return root().resolve("benchmarks/native/build/" + program);
    }

    /** The daemon of a segment. Returns when it serves. */
    public static Child ofDaemon(String segment, Object... options) throws IOException {
        Path daemon = Path.of(System.getProperty("colors.home"), "colorsd");
        Child child = new Child(command(List.of(daemon.toString(), "--foreground", "--segment", segment), options));
        child.readLine();
        return child;
    }

    /** A main class in a JVM with this one's flags, attached to a segment. */
    public static Child ofJava(String segment, String mainClass, Object... arguments) throws IOException {
        return ofJava(segment, List.of(), mainClass, arguments);
    }

    /** The same with more flags, of which a class path replaces this one's. */
    public static Child ofJava(String segment, List<String> flags, String mainClass, Object... arguments)
            throws IOException {
        List<String> java = jvm(segment);
        java.addAll(List.of("-cp", System.getProperty("java.class.path")));
        java.addAll(flags);
        java.add(mainClass);
        return new Child(command(java, arguments));
    }

    /** A Python program in GraalPy, attached to a segment. */
    public static Child ofPython(String segment, Path file) throws IOException {
        return ofPython(segment, file, Map.of());
    }

    /** The same with more variables, and with arguments. */
    public static Child ofPython(String segment, Path file, Map<String, String> environment, Object... arguments)
            throws IOException {
        List<String> java = jvm(segment);
        java.addAll(launcher("python", file));
        return new Child(command(java, arguments), environment);
    }

    /** A JavaScript program in GraalJS, attached to a segment; its clock tells nanoseconds. */
    public static Child ofJavaScript(String segment, Path file, Object... arguments) throws IOException {
        List<String> java = jvm(segment);
        java.add("-Dpolyglot.js.timer-resolution=1");
        java.addAll(launcher("js", file));
        return new Child(command(java, arguments));
    }

    private static List<String> launcher(String language, Path file) {
        return List.of("-m", "colors.truffle/colors.truffle.launcher.Main", language, file.toString());
    }

    /** A program of the system. */
    public static Child ofProgram(String program, Object... arguments) throws IOException {
        return new Child(command(List.of(program), arguments));
    }

    /** The same with more variables. */
    public static Child ofProgram(Map<String, String> environment, String program, Object... arguments)
            throws IOException {
        return new Child(command(List.of(program), arguments), environment);
    }

    private static List<String> jvm(String segment) {
        List<String> java = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        java.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        java.add("-Dcolors.segment=" + segment);
        return java;
    }

    private static List<String> command(List<String> start, Object... arguments) {
        List<String> all = new ArrayList<>(start);
        for (Object argument : arguments) {
            all.add(argument.toString());
        }
        return all;
    }

    public static Path root() {
        return Path.of(System.getProperty("colors.root"));
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The next line of its output, split at blanks; null at the end. */
    public String[] readLine() throws IOException {
        String line = output.readLine();
        return line == null ? null : line.split(" ");
    }

    /** The first line of a server: where it is. */
    public String[] readAddress() throws IOException {
        String[] address = readLine();
        if (address == null) {
            throw new IOException(command + " ended before it served; its output above tells why");
        }
        return address;
    }

    /** All lines until it ends by itself. */
    public List<String[]> readAll() throws IOException, InterruptedException {
        List<String[]> lines = new ArrayList<>();
        for (String[] line = readLine(); line != null; line = readLine()) {
            lines.add(line);
        }
        if (process.waitFor() != 0) {
            throw new IOException(command + " ended with " + process.exitValue());
        }
        return lines;
    }

    /** Ends what this process has started, kindly at first. Returns when that is done. */
    static void endAll() {
        synchronized (Child.class) {
            isEnding = true;
        }
        List<ProcessHandle> all = ProcessHandle.current().children().toList();
        all.forEach(ProcessHandle::destroy);
        CompletableFuture<?>[] ends = all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(ends)
                .completeOnTimeout(null, PATIENCE_MS, TimeUnit.MILLISECONDS)
                .join();
        all.forEach(ProcessHandle::destroyForcibly);
        CompletableFuture.allOf(ends).join();
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        output.close();
    }
}
