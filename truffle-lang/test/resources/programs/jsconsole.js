// SPDX-License-Identifier: Apache-2.0
const colors = Polyglot.import("colors");

// shared
const ada = colors.allocate("console.Employee", {name: "Ada's", salary: 5.5, boss: null});
const team = colors.list([1, "x", ada]);
console.log(ada, team, colors.map([["a", 1], [2, ada]]));
console.log(colors.set(["b"]), colors.binary(3), colors.copyIn([[1, [2]]]), colors.list());
team.push(team);
console.log(team);
console.log(colors, colors.channel("console.channel"), [colors.repository("console.repository")]);
const link = next => colors.allocate("console.Link", {next});
const chain = link(link(link(link(null))));
console.log(chain);
console.dir(chain, {depth: null});
console.log("%s has %O and %d", ada.name, {of: ada}, ada.salary);

// private
console.log([1, , 3], [[[[1]]]], {a: {b: {c: {d: 1}}}}, new (class Point { x = 1; #y = 2; get z() { return 3; } })());
console.log(new Map([[{a: 1}, new Set([1])]]), new Uint8Array(3), new Uint8Array(2).buffer,
            [undefined, null, true, -0, 10n, Symbol("q")]);
console.log("top\nlevel", ["in\nner's"], new Date(0), /a/g, Object.create(null), [], {}, new Map(), x => x,
            class A extends Map {}, new String("x").length);
const knot = {name: "k", "two words": 1, [Symbol("key")]: 2, get a() { return 1; }, set a(v) {}};
knot.self = knot;
console.log(knot);
console.log(Array.from({length: 102}, (_, i) => i));
console.log({long: "x".repeat(60), other: "y".repeat(30)});
console.log(console.inspect(Object.assign([1], {extra: 2})), new Proxy({a: 1}, {}), Promise.resolve(1));

// formats
console.log("%s is %d, %i %f %j %% %x", "Ada", 3.5, "42.9px", "1.5e3", {a: [1]}, "rest");
console.log("%d", "none", "%s", 1);
console.log("%s %s", null);
console.log(new TypeError("bad").toString(), "%s", "%%");

// what else a console has
console.group("group");
console.info("two\nlines");
console.groupEnd();
console.count();
console.count("x");
console.count();
console.assert(true, "not this");
console.log();
const log = console.log;
log("detached", globalThis.console === console, Object.keys(globalThis).includes("console"));

// what a console must not fail on
console.log(new Proxy({}, {ownKeys() { throw new Error("trap"); }}), Object.create(Map.prototype),
            Object.create(Date.prototype), Object.create(Uint8Array.prototype));
const sparse = [0, , , 3];
sparse.length = 4294967295;
console.log(sparse, Object.assign(new Array(2), {"01": 1}));
const holed = Array.from({length: 104}, (_, i) => i);
delete holed[1];
delete holed[2];
console.log(console.inspect(holed).split("\n").slice(-3).join());
const outer = new Error("outer", {cause: "why"});
outer.stack = "Error: outer\n    at here";
console.log({outer}, Object.assign(new Error("m"), {stack: 5}), Object.assign(new String("ab"), {more: 1}));
console.log("%d %i %f %s %s", [7.5], [7.5], 1n, new Date(0), class A {}, {toString: () => "no format"});
console.log("%s", {toString: () => "its own text"}, {$x: "\x85"});
try { console.log("%j", 1n); } catch (e) { console.log(e instanceof TypeError); }
console.dir(1, null);
{
    const {groupCollapsed, groupEnd} = console;
    groupCollapsed("detached");
    groupEnd();
}
console.count("5");
console.count(5);
