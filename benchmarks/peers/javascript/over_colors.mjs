// SPDX-License-Identifier: Apache-2.0
// The service over shared objects, for the server RpcColors.java: GraalJS.
//
// Numbers are flat arrays, which both sides have in place. Texts and trees are in lists, as JavaScript makes arrays of
// numbers alone; they are answered by arrays.
import { VALUES, maker, reader } from "./sequences.mjs";

const colors = Polyglot.import("colors");
const NODE = "colors.benchmarks.RpcSharedNode";
const LONGS = BigInt64Array.from(VALUES.integer, BigInt);

function makeNode(flag, count, weight, name, left, right) {
    return colors.allocate(NODE, {flag, count, weight, name, left, right});
}

/** Copies a part of the values as bytes. View is of the array's own kind, and values is. */
function flat(type, View, values) {
    return (size, first) => {
        const array = colors.array(type, size);
        new View(array.buffer).set(values.subarray(first, first + size));
        return array;
    };
}

export class Caller {
    constructor(kind, _) {
        const service = this.service = colors.service("bench").client();
        const list = maker(kind, makeNode), read = reader(kind);
        const share = (size, first) => colors.list(list(size, first));
        const floats = (array) => read(new Float64Array(array.buffer));
        const ways = {
            bool: [flat("boolean", Uint8Array, VALUES.bool), (array) => service.bools(array),
                (array) => read(new Uint8Array(array.buffer))],
            integer: [flat("int64", BigInt64Array, LONGS), (array) => service.integers(array), read],
            floating: [flat("float64", Float64Array, VALUES.floating), (array) => service.floats(array), floats],
            string: [share, (texts) => service.textList(texts), read],
        };
        const trees = [share, (nodes) => service.treeList(nodes, kind.levels), read];
        const [make, ask, view] = ways[kind.name] ?? trees;
        this.call = (size, first) => view(ask(make(size, first)));
    }

    close() {
        this.service.stop();
    }
}
