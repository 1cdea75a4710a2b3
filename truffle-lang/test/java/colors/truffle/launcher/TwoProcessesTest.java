// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Channel;
import colors.SharedList;
import colors.SharedMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs in processes of their own that meet in one segment; the launcher as it is started from a shell. */
final class TwoProcessesTest {
    @TempDir
    Path folder;

    private GuestProcess.Result launch(String language, String code, String... arguments)
            throws IOException, InterruptedException {
        TestSegment.attach();
        return new GuestProcess(folder, System.getProperty("colors.segment")).run(language, code, arguments);
    }

    @Test
    void pythonWritesAndJavaScriptReadsAndChanges() throws Exception {
        GuestProcess.Result writer = launch("python", """
            import colors
            @colors.shared("company.Employee")
            class Employee:
                def __init__(self, name, salary):
                    self.name, self.salary, self.boss = name, salary, None
            ada = Employee("Ada \\u0141", 4200)
            grace = Employee("Grace", 3000)
            grace.boss = ada
            shared = colors.copy_in(grace)
            shared.state = "NY"
            colors.repository("pair").set(shared)
            """);
        assertEquals("", writer.err());
        assertEquals(0, writer.exitCode());
        GuestProcess.Result reader = launch("js", """
            const colors = Polyglot.import("colors");
            const e = colors.repository("pair").get();
            console.log(e.name, e.salary, e.state, e.boss.name, e.boss.boss === null);
            e.salary += 1;
            e.age = 40;
            """);
        assertEquals("Grace 3000 NY Ada \u0141 true\n", reader.out());
        GuestProcess.Result again = launch("python", """
            import colors
            @colors.shared("company.Employee")
            class Worker:
                def pay(self): return self.salary * 2
            e = colors.repository("pair").get()
            print(isinstance(e, Worker), e.pay(), e.age, colors.shared_type(e).version)
            """);
        assertEquals("", again.err());
        assertEquals("True 6002 40 3\n", again.out());
    }

    private CompletableFuture<GuestProcess.Result> start(String language, String code) throws IOException {
        GuestProcess process =
                new GuestProcess(Files.createDirectory(folder.resolve(language)), System.getProperty("colors.segment"));
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return process.run(language, code);
                    } catch (IOException | InterruptedException e) {
                        throw new AssertionError(e);
                    }
                },
                task -> new Thread(task)
                        .start()); // the common pool may have one thread, and the processes wait for each other
    }

    /**
     * Three processes that wait for each other at channels with room for one message; the end goes through as the
     * messages do.
     */
    @Test
    void messagesGoFromLanguageToLanguage() throws Exception {
        TestSegment.attach();
        Channel<Object> first = SharedMemory.channel("chain.first", 1);
        Channel<Object> last = SharedMemory.channel("chain.last", 1);
        var python = start("python", """
            import colors
            with colors.channel("chain.second", 1, int) as second:
                for number in colors.channel("chain.first"):
                    second.send(number + 1)
            """);
        var js = start("js", """
            const colors = Polyglot.import("colors");
            const last = colors.channel("chain.last");
            for (const number of colors.channel("chain.second", 1, "integer")) last.send(number * 2);
            last.close();
            """);
        Thread sender = Thread.ofPlatform().start(() -> {
            try {
                for (long i = 0; i < 200; i++) {
                    first.send(i);
                }
                first.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        long expected = 2;
        for (Object number : last) {
            assertEquals(expected, number);
            expected += 2;
        }
        assertEquals(402, expected);
        sender.join();
        assertEquals("", python.get().err());
        assertEquals("", js.get().err());
    }

    @Test
    void pythonFindsWhatJavaMovesAbout() throws Exception {
        TestSegment.attach();
        SharedList<Object> list =
                SharedMemory.copyIn(IntStream.range(0, 50).boxed().toList());
        SharedMemory.repository("moved").set(list);
        var python = start("python", """
            import colors
            moved = colors.repository("moved").get()
            for i in range(100, 2100):
                moved.append(i)
                moved.remove(i)
            try:
                moved.remove(100)
            except ValueError as e:
                print(e)
            """);
        for (long sign = 1; !python.isDone(); sign = -sign) {
            long factor = sign;
            try {
                list.sort(Comparator.comparingLong(element -> factor * (long) element));
            } catch (ConcurrentModificationException e) {
                Thread.onSpinWait();
            }
        }
        assertEquals("", python.get().err());
        assertEquals("list.remove(x): x not in list\n", python.get().out());
        assertEquals(50, list.size());
    }

    @Test
    void argumentsExitCodesAndTracebacks() throws Exception {
        GuestProcess.Result exit =
                launch("python", "import sys\nprint(sys.argv[1:], __name__)\nsys.exit(7)\n", "a", "b c");
        assertEquals(7, exit.exitCode());
        assertEquals("['a', 'b c'] __main__\n", exit.out());
        GuestProcess.Result raised = launch("python", "def f():\n    raise ValueError('no')\nf()\n");
        assertEquals(1, raised.exitCode());
        assertTrue(raised.err().startsWith("Traceback (most recent call last):"), raised.err());
        assertTrue(raised.err().endsWith("ValueError: no\n"), raised.err());
        GuestProcess.Result thrown = launch("js", "throw new RangeError('far')", "x");
        assertEquals(1, thrown.exitCode());
        assertTrue(thrown.err().startsWith("RangeError: far"), thrown.err());
    }

    @Test
    void noSuchFile() {
        assertEquals(
                2, Main.run(new String[] {"python", folder.resolve("none.py").toString()}));
        assertEquals(2, Main.run(new String[] {"ruby", "x"}));
    }
}
