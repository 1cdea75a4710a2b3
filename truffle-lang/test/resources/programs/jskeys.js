// SPDX-License-Identifier: Apache-2.0
// Objects as keys: by identity, or by the fields that bind names; private ones looked for.
const colors = Polyglot.import("colors");

class Node {
    constructor(n) { this.n = n; }
}
colors.bind("jskeys.Node", Node);

class Point {
    constructor(x, y, note) { Object.assign(this, {x, y, note}); }
}
colors.bind("jskeys.Point", Point, {comparedBy: ["x", "y"]});

const share = o => colors.copyIn(o);
const map = colors.map();
const node = share(new Node(1));
map.set(node, "node").set(share(new Node(1)), "another");
console.log(map.size, map.get(node), map.has(share(new Node(1))), map.has(new Node(1)), map.has({}));
map.set(share(new Point(1, "a", "first")), 1).set(share(new Point(1, "a", "second")), 2);
console.log(map.size, map.get(new Point(1, "a")), [...map.keys()][2].note, map.has(new Point(1, "b")),
            map.has(new Point(1)));
console.log(map.delete(new Point(1, "a")), map.delete(new Point(1, "a")), map.size);
const set = share(new Set([new Point(1, 2), new Point(3, share(new Point(4, 5)))]));
console.log(set.has(new Point(1, 2)), set.has(new Point(3, share(new Point(4, 5)))),
            set.has(new Point(3, new Point(4, 5))), set.has(new Point(3, share(new Point(4, 6)))));
set.add(share(new Point(1, 2, "again")));
console.log(set.size, [...set].every(p => set.has(p)));
for (const [what, act] of [["a private key", () => map.set(new Point(1, 2), 1)],
                           ["no names", () => colors.bind("jskeys.Wrong", Node, {})],
                           ["no strings", () => colors.bind("jskeys.Wrong", Node, {comparedBy: [1]})],
                           ["equal in shared memory",
                            () => share(new Map([[new Point(1, 2), 1], [new Point(1, 2), 2]]))]]) {
    try {
        act();
        console.log(what, "accepted");
    } catch (e) {
        console.log(what, e instanceof colors.SharedMemoryError, e.reason);
    }
}
colors.bind("jskeys.Point", Point);
console.log(map.has(new Point(1, "a")), set.has(new Point(1, 2)), [...set].every(p => set.has(p)));
