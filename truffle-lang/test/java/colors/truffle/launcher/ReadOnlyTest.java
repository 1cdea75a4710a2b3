// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/**
 * Guest programs that are attached read-only: they read what another one made, and a change is the language's own
 * error.
 */
final class ReadOnlyTest extends OwnSegment {
    private static final String WRITER = """
        import colors
        class Part:
            def __init__(self, name, number, weight):
                self.name, self.number, self.weight = name, number, weight
        colors.repository("part").set(colors.copy_in(Part("axle", 42, 1.5)))
        colors.repository("list").set(colors.copy_in([1, 2, 3]))
        colors.repository("array").set(colors.Array("int32", [1, 2]))
        colors.repository("dict").set(colors.copy_in({"one": 1}))
        """;

    private static final String PYTHON_READER = """
        import colors
        class Part:
            def double(self):
                return 2 * self.number
        part, numbers, words, array = (colors.repository(name).get() for name in ("part", "list", "dict", "array"))
        print(part.name, part.number, part.weight, part.double(), list(numbers), words["one"], "two" in words)
        refused = 0
        def change(number): part.number = number
        def add(): part.state = "NY"
        def delete(): del part.weight
        def put(): words["one"] = 2
        def replace(): numbers[0] = 7
        def store(): array[0] = 7
        def store_all(): array[:] = [7, 8]
        for attempt in (
            lambda: change(7), lambda: change("seven"), add, delete, put, replace, store, store_all, array.reverse,
            numbers.clear, lambda: numbers.append(4), words.clear, lambda: colors.allocate(Part, number=1),
            lambda: colors.copy_in([1]), lambda: colors.repository("part").set(None), colors.monitor(part).acquire,
            lambda: colors.repository("part").compare_and_set(part, None), lambda: colors.channel("orders"),
        ):
            try:
                attempt()
                print("done", attempt)
            except colors.ReadOnlyError as e:
                refused += isinstance(e, PermissionError) and "attached read-only" in str(e)
        view = memoryview(numbers)
        try:
            view[0] = 7
        except TypeError as e:
            refused += view.readonly and view.tolist() == [1, 2, 3]
        view = memoryview(array)
        try:
            view[0] = 7
        except TypeError as e:
            refused += view.readonly and view.tolist() == [1, 2]
        print(refused, part.number, list(numbers), words["one"], array)
        """;

    private static final String JAVASCRIPT_READER = """
        const colors = Polyglot.import("colors");
        const [part, numbers, array] = ["part", "list", "array"].map((name) => colors.repository(name).get());
        console.log(part.name, part.number, part.weight, numbers[2], numbers.length);
        let refused = 0;
        for (const attempt of [
            () => { part.number = 7; }, () => { part.name = "wheel"; }, () => { part.state = "NY"; },
            () => { numbers[0] = 7; }, () => { array[0] = 7; }, () => array.set([7]),
            () => array.set(new Int32Array([7])), () => colors.allocate("Part", { number: 1 }),
            () => colors.repository("part").set(null), () => colors.monitor(part).enter(),
            () => colors.channel("orders"),
        ]) {
            try {
                attempt();
                console.log("done", attempt);
            } catch (e) {
                refused += e instanceof Error && e.reason === "READ_ONLY" && /attached read-only/.test(e.message);
            }
        }
        console.log(refused, part.number, part.name, numbers[0], new Int32Array(array.buffer)[0]);
        """;

    ReadOnlyTest() {
        super("read");
    }

    private void write() throws Exception {
        assertEquals("", new GuestProcess(folder, segment).run("python", WRITER).err());
    }

    private GuestProcess.Result read(String language, String program) throws Exception {
        return new GuestProcess(folder, segment, "-Dcolors.readonly=true").run(language, program);
    }

    @Test
    void python() throws Exception {
        write();
        GuestProcess.Result result = read("python", PYTHON_READER);
        assertEquals("axle 42 1.5 84 [1, 2, 3] 1 False\n20 42 [1, 2, 3] 1 [1, 2]\n", result.out() + result.err());
    }

    @Test
    void javaScript() throws Exception {
        write();
        GuestProcess.Result result = read("js", JAVASCRIPT_READER);
        assertEquals("", result.err());
        assertEquals("axle 42 1.5 3 3\n11 42 axle 1 1\n", result.out());
    }
}
