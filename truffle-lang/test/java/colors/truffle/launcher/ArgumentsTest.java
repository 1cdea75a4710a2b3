// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/**
 * What guest programs give that cannot be used is the language's own error, which says what it was; nothing of it is
 * shared.
 */
final class ArgumentsTest extends OwnSegment {
    private static final String JS = """
        const colors = Polyglot.import("colors");
        class C { constructor(x) { this.x = x; } }
        function says(pattern, attempt) {
            try {
                attempt();
                console.log("accepted:", attempt);
            } catch (e) {
                if (!(e instanceof colors.SharedMemoryError) || e.reason !== "ARGUMENT" || !pattern.test(e.message)) {
                    console.log(attempt, e.name, e.reason, e.message);
                }
            }
        }
        """;

    ArgumentsTest() {
        super("arguments");
    }

    private void check(String language, String expected, String program) throws Exception {
        GuestProcess.Result result = new GuestProcess(folder, segment).run(language, program);
        assertEquals("", result.err());
        assertEquals(expected, result.out());
    }

    /** JavaScript's own objects hold more than their fields, which are none: a copy would be an empty object. */
    @Test
    void javaScriptsOwnObjectsAreRefused() throws Exception {
        check("js", "plain 1 1 2 3\n", JS + """
            class Failure extends Error { code = 3; }
            const own = {
                Promise: Promise.resolve(1), Error: new Error("e"), TypeError: new TypeError("t"),
                AggregateError: new AggregateError([]), Failure: new Failure("f"), WeakMap: new WeakMap(),
                WeakSet: new WeakSet(), WeakRef: new WeakRef({}),
                FinalizationRegistry: new FinalizationRegistry(() => 0), RegExp: /a/g, Symbol: Object(Symbol("s")),
                BigInt: Object(5n), DataView: new DataView(new ArrayBuffer(2)),
                NumberFormat: new Intl.NumberFormat(), Proxy: new Proxy(new C(1), {}),
                Math, JSON, Reflect, Atomics, Intl, globalThis,
            };
            for (const [name, object] of Object.entries(own)) {
                const pattern = new RegExp(name + "(,.*)? cannot be copied to shared memory: .*nothing was copied$");
                says(pattern, () => colors.copyIn(object));
                says(pattern, () => colors.copyIn(object, "Named"));
                says(pattern, () => colors.copyIn(new C(object)));
                says(pattern, () => colors.copyIn([object]));
                says(/^the fields of a new object come as an object that has them/, () => colors.allocate("C", object));
            }
            says(/a Failure, which inherits from JavaScript's Error, cannot/, () => colors.copyIn(new Failure("f")));
            says(/cannot be copied to shared memory/, () => colors.copyIn((function* () { yield 1; })()));
            says(/not a Function;/, () => colors.copyIn(() => 1));
            says(/not a symbol;/, () => colors.copyIn(Symbol("s")));
            says(/not a Date; .*copied by themselves/, () => colors.copyIn(new Date(0)));
            class Promise2 { then = 1; }
            colors.bind("Promise", Promise2);
            const copies = [
                colors.copyIn(new Promise2()).then,
                colors.copyIn({a: 1}, "Plain").a,
                colors.copyIn(new Map([[1, 2]])).get(1),
                colors.copyIn(Object.assign(Object.create(null), {n: 3}), "NoPrototype").n,
            ];
            console.log("plain", ...copies);
            """);
    }

    @Test
    void javaScriptArguments() throws Exception {
        check("js", "1 2 undefined\n", JS + """
            const none = [3, "text", true, 5n, null, undefined, [1], new Map(), new Date(0), () => 1, Symbol("s")];
            for (const fields of none) {
                const pattern = /^the fields of a new object come as an object that has them, not as /;
                says(pattern, () => colors.allocate("C", fields));
            }
            says(/not as a number:/, () => colors.allocate("C", 3));
            says(/not as an Array:/, () => colors.allocate("C", [1]));
            says(/not as null:/, () => colors.allocate("C", null));
            says(/not a number$/, () => colors.allocate(3, {}));
            says(/class has no name.*; name the class .*colors.bind/, () => colors.copyIn(new (class { x = 1; })()));
            says(/class has no name/, () => colors.copyIn([new (class extends C { })(1)]));
            says(/not an Object$/, () => colors.repository({}));
            says(/key of a repository is a string, not null$/, () => colors.repository(null));
            says(/key of a repository is a string, not undefined$/, () => colors.repository(undefined));
            says(/key of a channel is a string, not undefined$/, () => colors.channel(undefined));
            says(/a key is a string, not null$/, () => colors.removeRepository(null));
            says(/a shared object was expected, not a private Error$/, () => colors.sharedType(new Error("e")));
            says(/a shared object was expected, not undefined$/, () => colors.sharedType(undefined));
            says(/^a class was expected, .*not a number$/, () => colors.bind("C", 3));
            says(/^a class was expected, .*not an Object$/, () => colors.bind("C", {}));
            says(/not an iterable|^an iterable was expected, not a number$/, () => colors.list(3));
            says(/^colors.binary cannot use what it was given \\(an Array\\)/, () => colors.binary(["a"]));
            const shared = colors.allocate("C", {x: 1});
            console.log(shared.x, colors.allocate("C", new C(2)).x, colors.allocate("C", {}).x);
            """);
    }

    /**
     * The last number without fraction that is an integer where nothing was declared is Number.MAX_SAFE_INTEGER; a
     * BigInt is one up to 64 bits.
     */
    @Test
    void javaScriptsIntegers() throws Exception {
        check(
                "js",
                "integer integer float float float integer integer\n"
                        + "9007199254740991 9007199254740992 9007199254740993\n",
                JS + """
                    const values = [2 ** 53 - 1, 1 - 2 ** 53, 2 ** 53, -(2 ** 53), -0, 2n ** 53n, 2n ** 53n + 1n];
                    const fields = Object.fromEntries(values.map((value, i) => ["f" + i, value]));
                    const o = colors.allocate("Numbers", fields);
                    const declared = [...colors.sharedType(o).fields].sort((a, b) => a.name < b.name ? -1 : 1);
                    console.log(...declared.map(field => field.type));
                    console.log(String(o.f0), String(o.f5), String(o.f6));
                    """);
    }

    @Test
    void pythonArguments() throws Exception {
        check("python", "", """
            import colors, io, re, socket, threading, types
            class C:
                def __init__(self, x=None):
                    self.x = x
            class Failure(Exception):
                pass
            def says(pattern, attempt, *arguments):
                try:
                    print("accepted:", pattern, attempt(*arguments))
                except (colors.SharedMemoryError, TypeError) as e:
                    if not re.search(pattern, str(e)):
                        print(pattern, type(e), e)
            own = [
                (x for x in "a"), open("/dev/null"), socket.socket(), ValueError("v"), Failure("f"), types, lambda: 1,
                len, C, object(), threading.Lock(), C().__init__, io.StringIO(), iter([1]), range(3),
            ]
            for one in own:
                refusal = f"holds an? {type(one).__qualname__}, which cannot be shared: "
                says(f"^the argument of copy_in {refusal}.*; nothing was copied$", colors.copy_in, one)
                says(f"^attribute 'x' of C {refusal}", colors.copy_in, C(one))
            says("holds an object, which", colors.copy_in, object())
            says("holds an iterator, which", colors.copy_in, iter([1]))
            says("positional", colors.allocate, "C", 3)
            says("it is no class of the program", colors.allocate, object)
            says("it is not a class", colors.allocate, 3)
            says("^the key of a repository is a string, not None$", colors.repository, None)
            says("^the key of a channel is a string, not None$", colors.channel, None)
            says("^a shared object was expected, not a private Failure$", colors.shared_type, Failure())
            says("^a shared object was expected, not a number$", colors.shared_type, 3)
            says("cannot be a string$", colors.channel, "c", "x")
            """);
    }

    /** Of a shared object __dict__ is a copy, and says so when it is changed; of one whose class has __slots__ too. */
    @Test
    void pythonDictionaryOfASharedObject() throws Exception {
        check(
                "python",
                "{'x': 1, 'y': 's'} {\"x\": 1, \"y\": \"s\"} {'x': 1, 'y': 's'} {'x': 1, 'y': 's'} 7\n".repeat(2),
                """
                import colors, copy, dataclasses, json, pickle
                @dataclasses.dataclass
                class Plain:
                    x: int = 1
                    y: str = "s"
                @dataclasses.dataclass(slots=True)
                class Slotted:
                    x: int = 1
                    y: str = "s"
                for cls in Plain, Slotted:
                    o = colors.copy_in(cls())
                    assert vars(o) == {**vars(o)} == vars(o).copy() == copy.copy(vars(o)) == copy.deepcopy(vars(o))
                    assert vars(o) == pickle.loads(pickle.dumps(vars(o)))
                    changed = dict(vars(o), x=2)
                    assert changed == {"x": 2, "y": "s"}
                    refused = 0
                    for change in (
                        lambda d: d.clear(), lambda d: d.update(x=2), lambda d: d.__setitem__("x", 2),
                        lambda d: d.pop("x"), lambda d: d.popitem(), lambda d: d.setdefault("z", 1),
                        lambda d: d.__delitem__("x"),
                    ):
                        try:
                            change(o.__dict__)
                        except TypeError as e:
                            refused += "set and delete attributes of the object" in str(e)
                    print(vars(o), json.dumps(o, default=vars), dataclasses.asdict(o), copy.copy(o).__dict__, refused)
                """);
    }

    /** The same of a class with slots, and of one that this process does not have. */
    @Test
    void pythonDictionaryOfSlots() throws Exception {
        check("python", "{'a': 1} True AttributeError 'Slots' object has no attribute 'b' 2\n{'z': 1}\n", """
            import colors
            class Slots:
                __slots__ = ("a", "b")
            private = Slots()
            private.a = 1
            o = colors.copy_in(private)
            print(o.__dict__, hasattr(o, "__dict__"), end=" ")
            try:
                o.b
            except AttributeError as e:
                print(type(e).__name__, e, end=" ")
            o.b = 2
            print(o.b)
            print(vars(colors.allocate("no.ClassHere", z=1)))
            """);
    }
}
