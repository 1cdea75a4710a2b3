// SPDX-License-Identifier: Apache-2.0
// private: what Node 20 prints
console.table([{a: 1, b: "x"}, {a: 2, c: {d: 1}}]);
console.table([1, "a", [2, 3]]);
console.table(new Map([["k", 1], ["l", {a: 1}]]));
console.table(new Set([1]));
console.table([{a: 1, b: 2}, 3], ["b", "z"]);
console.table({x: {v: 1}, y: {v: {p: 1, q: 2, r: 3}}, z: {v: [1, 2, 3, 4, 5]}});
console.table([]);
console.table(new Uint8Array(2));
console.table([() => 1, new Date(0)]);
console.table(5);
console.group();
console.table(["Zoë"]);
console.groupEnd();

// shared
const colors = Polyglot.import("colors");
const ada = colors.allocate("tables.Employee", {name: "Ada", salary: 5.5, boss: null});
const bob = colors.allocate("tables.Employee", {name: "Bob", salary: 1, boss: ada});
console.table(ada);
console.table(colors.list([ada, bob, 7]));
console.table([bob, ada], ["name"]);
console.table(colors.copyIn([[1, 2], [3]]));
console.table(colors.map([["a", 1], ["b", colors.list([1])]]));
console.table(colors.set(["b"]));
console.table(colors.binary(2));
console.table(colors.list());
try {
    console.table([1], "name");
} catch (e) {
    console.log(e.name, e.message);
}

// what else a console warns of
console.countReset("c");
console.count("c");
console.countReset("c");
console.count("c");
console.time("t");
console.time("t");
console.timeEnd("u");
console.assert(false);
console.assert(false, "%d is wrong", 1);
console.assert(false, {a: 1});
console.dirxml({a: 1}, 2);
console.log("%5 %s%% %q %s", "b", "c", "d");
