// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Python constructs in shared mode, as another process sees it; programs/construct.py has what it is in one. */
final class SharedModeTest {
    private static final String LAST = "20000";

    @TempDir
    Path folder;

    private GuestProcess.Result python(String name, String code) throws IOException, InterruptedException {
        String segment = System.getProperty("colors.segment");
        return new GuestProcess(Files.createDirectory(folder.resolve(name)), segment)
                .run("python", code.replace("LAST", LAST));
    }

    @Test
    void otherProcessesSeeWholeObjects() throws Exception {
        TestSegment.attach();
        String maker = """
            import colors
            @colors.shared("mode.Seen")
            class Seen:
                def __init__(self, name, number, before=None):
                    self.name, self.number, self.before = name, number, before
            made = None
            with colors.shared_mode():
                for i in range(1, LAST + 1):
                    made = Seen(f"number {i}", number=i, before=Seen(f"before {i}", i - 1))
                    colors.repository("seen").set(made)
            print(made.before.name)
            """;
        String reader = """
            import colors, time
            repository = colors.repository("seen")
            end = time.monotonic() + 1000
            number = 0
            while number < LAST:
                assert time.monotonic() < end, number
                seen = repository.get()
                if seen is not None:
                    number = seen.number
                    assert seen.name == f"number {number}" and seen.before.name == f"before {number}", number
                    assert seen.before.number == number - 1 and seen.before.before is None, number
            print(seen.before.name)
            """;
        try (var executor = Executors.newFixedThreadPool(2)) {
            Future<GuestProcess.Result> first = executor.submit(() -> python("maker", maker));
            Future<GuestProcess.Result> second = executor.submit(() -> python("reader", reader));
            assertEquals(
                    "before " + LAST + "\n", first.get().out() + first.get().err());
            assertEquals(
                    "before " + LAST + "\n", second.get().out() + second.get().err());
        }
    }
}
