// SPDX-License-Identifier: Apache-2.0
// The service over shared objects, for the server RpcColors.java: GraalJS.
//
// Numbers are flat arrays, which both sides have in place. Texts and trees are in lists, as JavaScript makes arrays of
// numbers alone; they are answered by arrays.
import { VALUES, maker, reader } from "./sequences.mjs";

const colors = Polyglot.import("colors");
const NODE = "colors.benchmarks.calls.RpcSharedNode";
const LONGS = BigInt64Array.from(VALUES.integer, BigInt);

function makeNode(flag, count, weight, name, left, right) {
    return colors.allocate(NODE, {flag, count, weight, name, left, right});
}

function bools(size, first) {
    const array = colors.array("boolean", size);
    for (let i = 0; i < size; i++) array[i] = VALUES.bool[first + i] === 1;
    return array;
}

/** Arrays of the same kind as the typed ones, copied as bytes. */
function copied(values) {
    return (size, first) => colors.copyIn(values.subarray(first, first + size));
}

/** In two steps, because copyIn would look for what else the elements refer to. */
function listOf(elements) {
    const list = colors.list();
    list.push(...elements);
    return list;
}

export class Caller {
    constructor(kind, _) {
        const service = this.service = colors.service("bench").client();
        const make = maker(kind, makeNode), read = reader(kind);
        const share = (size, first) => listOf(make(size, first));
        const ways = {
            bool: [bools, (array) => service.bools(array), (array) => read(new Uint8Array(array.buffer))],
            integer: [copied(LONGS), (array) => service.integers(array), read],
            floating: [copied(VALUES.floating), (array) => service.floats(array), read],
            string: [share, (texts) => service.textList(texts), read],
        };
        const trees = [share, (nodes) => service.treeList(nodes, kind.levels), read];
        const [build, ask, view] = ways[kind.name] ?? trees;
        this.call = (size, first) => view(ask(build(size, first)));
    }

    close() {
        this.service.stop();
    }
}
