// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shared containers in Python against the builtin ones that they stand for (test/resources/twins). */
final class TwinsTest {
    private static final Path TWINS = Path.of("test", "resources", "twins");
    private static final int PROCESSES = 2;
    private static final int STEPS = 2000;

    @TempDir
    Path folder;

    private GuestProcess.Result launch(String folderName, String program, String... arguments)
            throws IOException, InterruptedException {
        Path own = Files.createDirectory(folder.resolve(folderName));
        return new GuestProcess(own, System.getProperty("colors.segment"))
                .run("python", Files.readString(TWINS.resolve(program)), arguments);
    }

    @Test
    void expressions() throws Exception {
        TestSegment.attach();
        GuestProcess.Result result =
                launch("one", "twins.py", TWINS.toAbsolutePath().toString());
        assertEquals("list ok\ntuple ok\ndict ok\nset ok\nfrozenset ok\nbytearray ok\n", result.out() + result.err());
    }

    @Test
    void randomOperationsByProcessesInTurn() throws Exception {
        inTurn("in_turn.py", STEPS, "ok True\n");
    }

    @Test
    void randomKeysByProcessesInTurn() throws Exception {
        inTurn("keys_in_turn.py", STEPS / 3, "ok True True True\n"); // each has to compare keys in Python
    }

    private void inTurn(String program, int steps, String expected) throws Exception {
        TestSegment.attach();
        long seed = Long.getLong("colors.seed", System.nanoTime() >>> 10 & Integer.MAX_VALUE);
        System.out.println("TwinsTest: -Dcolors.seed=" + seed);
        List<Future<GuestProcess.Result>> results = new ArrayList<>();
        try (var executor = Executors.newFixedThreadPool(PROCESSES)) {
            for (int i = 0; i < PROCESSES; i++) {
                int process = i;
                Callable<GuestProcess.Result> run = () -> launch(
                        "process" + process,
                        program,
                        Long.toString(seed),
                        Integer.toString(steps),
                        Integer.toString(PROCESSES),
                        Integer.toString(process),
                        TWINS.toAbsolutePath().toString());
                results.add(executor.submit(run));
            }
        }
        for (Future<GuestProcess.Result> result : results) {
            assertEquals(expected, result.get().out() + result.get().err());
        }
    }
}
