// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import colors.SharedArray;
import colors.SharedMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flat arrays between processes and languages; programs/arrays.py and its neighbours have what they do in one. */
final class FlatArraysTest {
    @TempDir
    Path folder;

    private GuestProcess.Result run(String name, String language, String code)
            throws IOException, InterruptedException {
        return new GuestProcess(Files.createDirectory(folder.resolve(name)), System.getProperty("colors.segment"))
                .run(language, code);
    }

    @Test
    void whatJavaMakesOthersReadAndChange() throws Exception {
        TestSegment.attach();
        SharedArray<Object> numbers = SharedMemory.copyIn(new int[] {1, -2, 3});
        SharedArray<Object> shares = SharedArray.copyOf(new float[] {0.5f, 0});
        SharedMemory.repository("flat.numbers").set(numbers);
        SharedMemory.repository("flat.shares").set(shares);
        GuestProcess.Result python = run("python", "python", """
            import array, colors
            numbers, shares = colors.repository("flat.numbers").get(), colors.repository("flat.shares").get()
            print(numbers, numbers.type, shares, memoryview(shares).format, array.array("i", numbers))
            numbers[0] = 10
            memoryview(shares)[1] = 0.25
            """);
        assertEquals("[1, -2, 3] int32 [0.5, 0.0] f array('i', [1, -2, 3])\n", python.out() + python.err());
        GuestProcess.Result js = run("js", "js", """
            const colors = Polyglot.import("colors");
            const numbers = colors.repository("flat.numbers").get(), shares = colors.repository("flat.shares").get();
            console.log(numbers, shares);
            numbers[1] *= 2;
            new Int32Array(numbers.buffer)[2] = 30;
            shares[0] += 0.125;
            colors.repository("flat.back").set(colors.copyIn(new Int16Array([7, -8])));
            """);
        assertEquals("int32(3) [ 10, -2, 3 ] float32(2) [ 0.5, 0.25 ]\n", js.out() + js.err());
        assertArrayEquals(new int[] {10, -4, 30}, (int[]) numbers.toPrimitiveArray());
        assertArrayEquals(new float[] {0.625f, 0.25f}, (float[]) shares.toPrimitiveArray());
        assertArrayEquals(new short[] {7, -8}, (short[])
                (((SharedArray<?>) SharedMemory.repository("flat.back").get()).as(Object.class)).toPrimitiveArray());
    }

    /** Each waits in a loop that is compiled until the other one has stored, by elements and by views of them. */
    @Test
    void loopsSeeWhatOtherProcessesStore() throws Exception {
        TestSegment.attach();
        SharedMemory.repository("flat.turns").set(SharedArray.create(int.class, 301));
        try (var executor = Executors.newFixedThreadPool(2)) {
            Future<GuestProcess.Result> python = executor.submit(() -> run("first", "python", """
                import colors, time
                turns = colors.repository("flat.turns").get()
                end = time.monotonic() + 1000
                for turn in range(1, 301, 2):
                    while turns[0] != turn - 1:
                        assert time.monotonic() < end, (turn, turns[0])
                    turns[turn] = -turn
                    turns[0] = turn
                while turns[0] != 300:
                    assert time.monotonic() < end
                print(turns[1:] == [-turn for turn in range(1, 301)])
                """));
            Future<GuestProcess.Result> js = executor.submit(() -> run("second", "js", """
                const turns = Polyglot.import("colors").repository("flat.turns").get();
                const view = new Int32Array(turns.buffer);
                const end = Date.now() + 1000000;
                for (let turn = 2; turn <= 300; turn += 2) {
                    const seen = turn % 4 ? turns : view;
                    while (seen[0] !== turn - 1) {
                        if (Date.now() > end) throw new Error(`${turn} ${seen[0]}`);
                    }
                    turns[turn] = -turn;
                    seen[0] = turn;
                }
                console.log(view.subarray(1).every((x, i) => x === -1 - i));
                """));
            assertEquals("True\n", python.get().out() + python.get().err());
            assertEquals("true\n", js.get().out() + js.get().err());
        }
    }

    /** On a heap of 1 MiB, where memory that nothing keeps is soon overwritten. */
    @Test
    void viewsKeepTheirArray() throws Exception {
        String segment = "truffle-flats-" + ProcessHandle.current().pid();
        var environment = new GuestProcess(folder, segment);
        try {
            GuestProcess.Result result = environment.run("python", GuestProcess.INSIST + """
                import array, colors
                def view(first):
                    return memoryview(colors.Array("int32", range(first, first + 20_000)))
                kept, part = view(5), view(100)[50:60]
                for i in range(60):  # over four times what fits
                    assert insist(lambda: view(i)).tolist() == list(range(i, i + 20_000)), i
                whole = array.array("i", kept) == array.array("i", range(5, 20_005))
                print(whole, part.tolist() == list(range(150, 160)))
                """);
            assertEquals("True True\n", result.out() + result.err());
        } finally {
            GuestProcess.stopDaemon(folder, segment);
        }
    }
}
