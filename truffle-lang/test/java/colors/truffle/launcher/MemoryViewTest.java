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

/** Python's memoryview of shared lists between processes and collections; programs/views.py has what it does in one. */
final class MemoryViewTest {
    private static final String VIEWS = GuestProcess.INSIST + """
        import array, colors, threading
        threading.excepthook = lambda arguments: None
        repository = colors.repository("views")
        def elsewhere(make):  # in a thread of its own, for what a thread read last is kept with all that it read then
            made = []
            thread = threading.Thread(target=lambda: made.append(make()))
            thread.start()
            thread.join()
            if not made:
                raise MemoryError
            return made.pop()
        def view(first):  # of a list that has it no more
            elsewhere(lambda: repository.set(colors.List(range(first, first + 10_000))))
            numbers = repository.get()
            shown = elsewhere(lambda: memoryview(numbers))
            numbers.clear()
            return shown
        def holds(shown, first):
            return array.array("q", shown) == array.array("q", range(first, first + len(shown)))
        kept, part = view(5), view(100)[50:60]
        for i in range(30):  # over twice what fits
            assert holds(insist(lambda: view(i)), i), i
            assert holds(kept, 5), i
        print(part.tolist() == list(range(150, 160)))
        views = []
        try:
            while True:
                views.append(view(len(views)))
        except MemoryError:
            print(len(views) < 14, all(holds(shown, i) for i, shown in enumerate(views)))
        views.clear()
        print(all(holds(insist(lambda: view(i)), i) for i in range(12)), holds(kept, 5))
        """;

    @TempDir
    Path folder;

    private GuestProcess.Result python(String name, String segment, String code)
            throws IOException, InterruptedException {
        return new GuestProcess(Files.createDirectory(folder.resolve(name)), segment).run("python", code);
    }

    @Test
    void otherProcessesSeeWhatIsWritten() throws Exception {
        TestSegment.attach();
        String segment = System.getProperty("colors.segment");
        String player = """
            import array, colors, time
            ME = %d
            repository = colors.repository("memoryview")
            if ME == 0:
                repository.set(colors.List([0] * 301))
            while repository.get() is None:
                time.sleep(0.01)
            view = memoryview(repository.get())
            end = time.monotonic() + 1000
            for turn in range(1, 301):
                if turn %% 2 == ME:
                    while view[0] != turn - 1:  # a loop that is compiled
                        assert time.monotonic() < end, (turn, view[0])
                    view[turn] = turn * 2 ** 40
                    view[0] = turn
            while view[0] != 300:
                assert time.monotonic() < end
            written = array.array("q", [i * 2 ** 40 for i in range(1, 301)])
            print(sum(view) == 300 + 45_150 * 2 ** 40, array.array("q", view)[1:] == written)
            """;
        try (var executor = Executors.newFixedThreadPool(2)) {
            Future<GuestProcess.Result> first = executor.submit(() -> python("first", segment, player.formatted(0)));
            Future<GuestProcess.Result> second = executor.submit(() -> python("second", segment, player.formatted(1)));
            assertEquals("True True\n", first.get().out() + first.get().err());
            assertEquals("True True\n", second.get().out() + second.get().err());
        }
    }

    /**
     * On a heap of 1 MiB: memory that is not kept is overwritten soon, and memory that is kept too long is missing
     * soon.
     */
    @Test
    void viewsKeepTheirNumbersAndNothingElseDoes() throws Exception {
        String segment = "truffle-views-" + ProcessHandle.current().pid();
        try {
            GuestProcess.Result result = python("small", segment, VIEWS);
            assertEquals("True\nTrue True\nTrue True\n", result.out() + result.err());
        } finally {
            GuestProcess.stopDaemon(folder, segment);
        }
    }
}
