// SPDX-License-Identifier: Apache-2.0
// copyOut of objects and containers, with cycles, sharing and any depth
const colors = Polyglot.import("colors");

class Order {
    constructor() {
        this.number = 7;
        this.price = 2.5;
        this.big = 2n ** 70n;
        this.at = new Date(5);
        Object.defineProperty(this, "text", {value: "text", enumerable: true});
        this.none = null;
        this.yes = true;
        this.lines = [1, "two", [3, null]];
        this.index = new Map([["a", [1]], [2, this]]);
        this.tags = new Set([1, "two"]);
        this.raw = new Uint8Array([1, 255]);
        this.self = this;
        this.again = this.lines;
    }
    total() {
        return this.number * this.price;
    }
    set text(value) {
        throw new Error("no setter runs");
    }
    get text() {
        return "of the class";
    }
}

const shared = colors.copyIn(new Order());
let copy = colors.copyOut(shared);
console.log(copy instanceof Order, colors.isShared(copy), Object.keys(copy).sort().join());
colors.bind("Order", Order);
copy = colors.copyOut(shared);
console.log(copy instanceof Order, colors.isShared(copy), copy.total(), copy.big, copy.at.getTime(), copy.text,
            copy.none, copy.yes);
console.log(JSON.stringify(copy.lines), Array.isArray(copy.lines), copy.again === copy.lines, copy.self === copy);
console.log(copy.index instanceof Map, copy.index.get("a"), copy.index.get(2) === copy, copy.tags instanceof Set,
            [...copy.tags], copy.raw instanceof Uint8Array, [...copy.raw]);
copy.lines.push(4);
copy.number = 8;
console.log(shared.lines.length, shared.number);

class Node {
    constructor(value, next) {
        this.value = value;
        this.next = next;
    }
}
let head = null, nested = [];
for (let i = 0; i < 20000; i++) {
    head = new Node(i, head);
    nested = [nested];
}
let depth = 0;
for (let at = colors.copyOut(colors.copyIn(head)); at !== null; at = at.next) depth++;
console.log(depth);
depth = 0;
for (let at = colors.copyOut(colors.copyIn(nested)); at.length > 0; at = at[0]) depth++;
console.log(depth);

for (const value of [3, {}, null]) {
    try {
        colors.copyOut(value);
    } catch (e) {
        console.log(e instanceof colors.SharedMemoryError, e.reason, e.message);
    }
}
