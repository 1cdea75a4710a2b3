// SPDX-License-Identifier: Apache-2.0
const colors = Polyglot.import("colors");

class Order {
    constructor() {
        this.lines = [1, 2.5, "three", null, true, undefined];
        this.index = new Map([["a", [1]], [2, this], [null, new Map()]]);
        this.tags = new Set([1, "two"]);
        this.raw = new Uint8Array([1, 2, 255]);
        this.buffer = new Uint8Array([5, 6]).buffer;
        this.ratios = new Float64Array([1, 2.5]);
        this.counts = new Int32Array([7, -8]);
    }
}

const order = colors.copyIn(new Order());
console.log(JSON.stringify([...order.lines]), Array.isArray(order.lines), order.lines.length);
console.log([...order.index.get("a")], order.index.get(2) === order, order.index.get(null).size, order.index.has("b"),
            order.index.size);
console.log([...order.tags], order.tags.has("two"), [...order.raw], [...order.buffer], [...order.ratios],
            [...order.counts]);
console.log(colors.isShared(order.lines), colors.isShared([1]));

// sharing and cycles
const row = [0, 0], knot = [1];
knot.push(knot);
const copy = colors.copyIn([row, row, knot, new Set([knot])]);
copy[0][1] = 7;
console.log([...copy[1]], copy[2][1][1][0], copy[3].has(copy[2]), copy[3].has(copy[1]));
console.log(colors.copyIn(copy) === copy);

function fails(change) {
    try {
        change();
        console.log("no error");
    } catch (e) {
        console.log(e instanceof colors.SharedMemoryError, e.reason, e.message);
    }
}

fails(() => colors.copyIn([() => 1]));
fails(() => colors.copyIn([{}]));
fails(() => colors.copyIn(new Map([[1, Symbol("x")]])));
fails(() => { order.lines[0] = [1]; });
fails(() => { order.lines[9] = 1; });
fails(() => order.index.set("x", new Map()));
fails(() => colors.list(3));
fails(() => colors.map([1]));
fails(() => colors.binary("x"));

// made empty, or of what can be shared
const made = colors.list([1, 2 ** 40, 0.5]);
made.push("x", made);
console.log(made[1], made[4] === made, made.pop() === made, made.splice(1, 2).length, [...made]);
const table = colors.map(new Map([["a", 1]]));
table.set(1, "one").set("list", made);
console.log([...table.keys()], table.get(1.0), table.delete("a"), table.size, [...colors.map([[1, 2]])][0].join());
const unique = colors.set([3, 1, 3]);
unique.add(made).add(made);
console.log(unique.size, unique.has(3), unique.delete(3), unique.has(made));
const data = colors.binary(4);
data[1] = 200;
console.log([...data], new DataView(data).getUint8(1), [...colors.binary(new Uint8Array([1, 2]))],
            colors.list().length);

// what has fields beside its elements
class Row extends Array { constructor(...elements) { super(...elements); this.own = 1; } }
class Table extends Map { constructor(entries) { super(entries); this.own = 1; } }
for (const more of [new Row(1, 2), new Table([[1, 2]]), Object.assign([1], { extra: 2 }), /a(b)/.exec('xab')]) {
    try { console.log(colors.copyIn(more)); } catch (e) { console.log(e.message); }
}
console.log(colors.copyIn(Array.from(new Row(1, 2)))[1], colors.copyIn(new Map(new Table([[1, 2]]))).get(1));
