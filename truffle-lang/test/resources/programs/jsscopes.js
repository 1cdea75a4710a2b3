// SPDX-License-Identifier: Apache-2.0
// What a thread gets in a scope is given up at its end.
const colors = Polyglot.import("colors");
const LARGE = 100000; // elements of an array: 800 KB

function refused(what, use) {
    try {
        console.log(what, "gives", use());
    } catch (e) {
        console.log(what, "is refused:", e.message.includes("scope that is closed") ? "closed" : e.message);
    }
}

const holder = colors.allocate("scopes.Holder", {next: null});
const scope = colors.scope();
const node = colors.allocate("scopes.Node", {value: 2});
const numbers = colors.list([1, 2]);
const names = colors.map();
names.set("a", 1);
names.set("b", 2);
const entries = names[Symbol.iterator]();
entries.next();
const kept = scope.keep(node);
holder.next = node;
console.log(node.value, numbers[1], kept.value, scope.keep("private"));
scope.close();
scope.close();
console.log(holder.next.value, kept.value);
refused("a field", () => node.value);
refused("a store", () => { node.value = 3; });
refused("a store of it", () => { holder.next = node; });
refused("an element", () => numbers[0]);
refused("a length", () => numbers.length);
refused("an iterator", () => entries.next());
refused("keep", () => scope.keep(holder));
console.log(colors.scoped(() => colors.allocate("scopes.Node", {value: 6})).value, colors.scoped(() => 7));
refused("an exception", () => colors.scoped(() => { throw new Error("mine"); }));
refused("an exception in one left open", () => colors.scoped(() => { colors.scope(); throw new Error("mine, too"); }));

const wrappers = [];
for (let i = 0; i < 800; i++) {
    colors.scoped(() => { wrappers.push(colors.array("float64", LARGE)); });
}
console.log(wrappers.length, "large arrays");
refused("the last one", () => wrappers[799][0]);
