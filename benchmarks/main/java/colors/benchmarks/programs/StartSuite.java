// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.programs;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Row;
import colors.benchmarks.measuring.Spread;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the start of a program costs: processor time of whole processes, the launcher's too; medians of runs in turn.
 */
public final class StartSuite {
    private static final String HELLO = "print(1)\n";
    private static final String SHARED = """
        import colors

        repository = colors.repository('start.python')
        repository.set(1)
        print(repository.get())
        """;
    private static final String COMPILER =
            "compiler truffle-compiler truffle-runtime truffle-api polyglot collections word nativeimage jniutils";
    private static final Pattern TIME = Pattern.compile("(\\d+)m([\\d.]+)s");

    private final Path work;
    private final String segment;
    private final int rounds;
    private final Map<String, List<Double>> millis = new LinkedHashMap<>();

    private StartSuite(Path work, String segment, int rounds) {
        this.work = work;
        this.segment = segment;
        this.rounds = rounds;
    }

    public static List<Row> run(Effort effort, String only) throws IOException, InterruptedException {
        Path work = Files.createTempDirectory("colors-start");
        String segment = "bench-start-" + ProcessHandle.current().pid();
        try (Child _ = Child.ofDaemon(segment, "--objects", "64M")) {
            return new StartSuite(work, segment, effort.of(1, 3, 10)).rows(Pattern.compile(only));
        } finally {
            try (Stream<Path> all = Files.walk(work)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private List<Row> rows(Pattern only) throws IOException, InterruptedException {
        String python = Files.writeString(work.resolve("hello.py"), HELLO).toString();
        String shared = Files.writeString(work.resolve("shared.py"), SHARED).toString();
        String js = Files.writeString(work.resolve("hello.js"), HELLO).toString();
        List<Row> rows = new ArrayList<>();
        if (only.matcher("python.hello").find()) {
            rows.add(compared("python.hello", colors("python", python), plain("python", python)));
        }
        if (only.matcher("python.import").find()) {
            rows.add(compared("python.import", colors("python", shared), colors("python", python)));
        }
        if (only.matcher("js.hello").find()) {
            rows.add(compared("js.hello", colors("js", js), plain("js", js)));
        }
        if (only.matcher("java.attach.ms").find()) {
            rows.add(attach());
        }
        return rows;
    }

    /** In turn; before that each once, for what a first run leaves behind. */
    private Row compared(String name, List<String> command, List<String> baseline)
            throws IOException, InterruptedException {
        measure(name, command, baseline);
        return Row.compared(name, median(name), "ms", median(name + ".baseline"), rounds);
    }

    private Row attach() throws IOException, InterruptedException {
        run(java("write"));
        measure("java.attach.ms", java("read"), java("empty"));
        return Row.alone("java.attach.ms", median("java.attach.ms") - median("java.attach.ms.baseline"), "ms", rounds);
    }

    private void measure(String name, List<String> command, List<String> baseline)
            throws IOException, InterruptedException {
        System.out.println("measuring " + name);
        if (rounds > 1) {
            run(command);
            run(baseline);
        }
        for (int round = 0; round < rounds; round++) {
            millis.computeIfAbsent(name, _ -> new ArrayList<>()).add(run(command));
            millis.computeIfAbsent(name + ".baseline", _ -> new ArrayList<>()).add(run(baseline));
        }
    }

    private double median(String name) {
        return Spread.of(millis.get(name)).median();
    }

    private static List<String> java(String what) {
        return colors(
                "java",
                "-cp",
                Child.root().resolve("benchmarks/target/colors-benchmarks.jar").toString(),
                StartJava.class.getName(),
                what);
    }

    private static List<String> colors(String... arguments) {
        List<String> command =
                new ArrayList<>(List.of(Child.root().resolve("colors").toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** The JDK that the user has, the same jars without those of CoLoRS, and no archive. */
    private static List<String> plain(String language, String file) {
        Path root = Child.root();
        Path modules = root.resolve("truffle-lang/target/modules");
        Path jdk = Path.of(System.getenv("JAVA_HOME"));
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString()));
        if (Boolean.getBoolean("colors.bench.stock")) {
            String compiler = String.join(
                    ":",
                    Stream.of(COMPILER.split(" "))
                            .map(jar -> modules.resolve(jar + ".jar").toString())
                            .toList());
            command.addAll(List.of(
                    "-XX:+UnlockExperimentalVMOptions", "-XX:+EnableJVMCI", "--upgrade-module-path=" + compiler));
        }
        command.addAll(List.of(
                "--module-path=" + modules,
                "--add-modules=org.graalvm.polyglot",
                "--enable-native-access=org.graalvm.truffle,com.oracle.truffle.truffle_nfi_panama",
                "--sun-misc-unsafe-memory-access=allow", //
                "-Dpolyglot.python.DontWriteBytecodeFlag=false",
                "-Dpolyglot.python.PyCachePrefix=" + root.resolve("target/python"), //
                "-cp",
                root.resolve("benchmarks/target/colors-benchmarks.jar").toString(),
                StartHost.class.getName(),
                language,
                file));
        return command;
    }

    /** Milliseconds of processor time of a command and of all that it started and waited for. A shell tells. */
    private double run(List<String> command) throws IOException, InterruptedException {
        List<String> shell = new ArrayList<>(List.of(
                "bash",
                "-c",
                "\"$@\" >\"$0\" || exit; times",
                work.resolve("output").toString()));
        shell.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(shell).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("COLORS_SEGMENT", segment);
        Process process = builder.start();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command + " ended with " + process.exitValue());
        }
        String output = Files.readString(work.resolve("output"));
        if (!command.getLast().equals("write") && !output.equals("1\n")) {
            throw new IOException(command + " printed " + output);
        }
        return millisOf(told);
    }

    /** The second line of bash's {@code times} is of the children: user and system time. */
    private static double millisOf(String told) {
        Matcher time = TIME.matcher(told.lines().skip(1).findFirst().orElseThrow());
        double seconds = 0;
        while (time.find()) {
            seconds += 60 * Integer.parseInt(time.group(1)) + Double.parseDouble(time.group(2));
        }
        return seconds * 1000;
    }
}
