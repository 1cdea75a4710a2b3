// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs each program of test/resources/programs and compares what it prints with the .expected file beside it; Python
 * programs with and without the accelerator, unless they say that they need it.
 */
final class ProgramsTest {
    private static final Path PROGRAMS = Path.of("test", "resources", "programs");
    private static final int PATIENCE_S = 300;

    @TestFactory
    List<DynamicTest> programs() throws IOException {
        TestSegment.attach();
        var tests = new ArrayList<DynamicTest>();
        try (Stream<Path> files = Files.list(PROGRAMS)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".py")) {
                    tests.add(DynamicTest.dynamicTest(name + ", accelerated", () -> check(file, "1")));
                    if (!Files.readString(file).contains("\n# needs the accelerator\n")) {
                        tests.add(DynamicTest.dynamicTest(name + ", plain", () -> check(file, "0")));
                    }
                } else if (name.endsWith(".js")) {
                    tests.add(DynamicTest.dynamicTest(name, () -> check(file, "1")));
                }
            }
        }
        return tests;
    }

    private static void check(Path file, String accelerator) throws Exception {
        String expected = Files.readString(Path.of(file.toString().replaceFirst("\\.[^.]*$", ".expected")));
        var printed = new ByteArrayOutputStream();
        var program = new FutureTask<>(() -> run(file, accelerator, printed));
        Thread.ofPlatform().daemon().name(file.toString()).start(program); // one that hangs stays behind
        try {
            int exitCode = program.get(PATIENCE_S, TimeUnit.SECONDS);
            assertEquals(expected, printed.toString(StandardCharsets.UTF_8));
            assertEquals(0, exitCode);
        } catch (TimeoutException e) {
            fail("the program did not end in " + PATIENCE_S + " s; it printed\n"
                    + printed.toString(StandardCharsets.UTF_8) + "\n" + threads());
        }
    }

    /** What every thread of this process is at. */
    private static String threads() {
        return Thread.getAllStackTraces().entrySet().stream()
                .map(thread -> Stream.concat(Stream.of(thread.getKey()), Arrays.stream(thread.getValue()))
                        .map(Object::toString)
                        .collect(Collectors.joining("\n    ")))
                .collect(Collectors.joining("\n"));
    }

    private static int run(Path file, String accelerator, ByteArrayOutputStream printed) {
        if (file.toString().endsWith(".js")) {
            var program = new JsProgram(file, new String[0]);
            return program.run(program.builder().out(printed).err(printed));
        }
        var program = new PythonProgram(file, new String[0]);
        Context.Builder builder = program.builder()
                .out(printed)
                .err(printed)
                .environment("COLORS_PY_ACCELERATOR", accelerator)
                .option("python.PythonPath", Path.of("python").toAbsolutePath().toString());
        return program.run(builder);
    }
}
