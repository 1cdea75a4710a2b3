// SPDX-License-Identifier: Apache-2.0
// The sequences that are passed, as RpcType.java and PrivateSequences.java have them.
//
// Numbers and texts are there before: a sequence is a part of them. Trees are made anew with each sequence. Numbers are
// in typed arrays, which are copied as bytes.

const COUNT = 256 + 1024; // the greatest first number, and the greatest size
const NAMES = 256;
const TEXTS = Array.from({length: NAMES}, (_, i) => `element ${i * i}`);
const NUMBERS = Array.from({length: COUNT}, (_, number) => number);

export const VALUES = {
    bool: Uint8Array.from(NUMBERS, (number) => ((number & 3) === 0 ? 1 : 0)),
    integer: Float64Array.from(NUMBERS, (number) => number * 1_000_003),
    floating: Float64Array.from(NUMBERS, (number) => number * 0.5),
    string: NUMBERS.map((number) => TEXTS[number & (NAMES - 1)]),
};

/** What the elements are, by name; number is the ordinal in RpcType, levels is of trees, 0 of values. */
export const KINDS = new Map([...Object.keys(VALUES), "nodes1", "nodes2", "nodes3", "nodes4"]
    .map((name, number) => [name, {name, number, levels: Math.max(0, number - 3)}]));

/** A node of a tree with four fields besides its children (CoLoRS paper, section 6.2), without a class. */
export function makeNode(flag, count, weight, name, left, right) {
    return {flag, count, weight, name, left, right};
}

/** The tree of the element with that number. make takes what makeNode takes. */
export function tree(make, levels, number) {
    const isLeaf = levels === 1;
    return make((number & 3) === 0, number, number * 0.5, TEXTS[number & (NAMES - 1)],
        isLeaf ? null : tree(make, levels - 1, number + 1), isLeaf ? null : tree(make, levels - 1, number + 2));
}

/** Reads each field of each node. A child that is not there is null, or undefined. */
export function sumOfTree(node) {
    let total = (node.flag ? 1 : 0) + node.count + Math.trunc(2 * node.weight) + node.name.length;
    const left = node.left;
    if (left) total += sumOfTree(left);
    const right = node.right;
    if (right) total += sumOfTree(right);
    return total;
}

function sumOfTrees(nodes) {
    let total = 0;
    for (let i = 0, size = nodes.length; i < size; i++) total += sumOfTree(nodes[i]);
    return total;
}

function sumOfNumbers(values) {
    let total = 0;
    for (let i = 0, size = values.length; i < size; i++) total += values[i];
    return total;
}

function sumOfTexts(texts) {
    let total = 0;
    for (let i = 0, size = texts.length; i < size; i++) total += texts[i].length;
    return total;
}

/** Each reads all elements. */
const SUMS = {
    bool: sumOfNumbers,
    integer: sumOfNumbers,
    floating: (values) => 2 * sumOfNumbers(values), // halves, so that no addition rounds
    string: sumOfTexts,
};

/** A function that takes the size and the first number, and gives the sequence. make is for the nodes of trees. */
export function maker(kind, make = makeNode) {
    if (kind.levels > 0) {
        return (size, first) => Array.from({length: size}, (_, i) => tree(make, kind.levels, first + i));
    }
    const values = VALUES[kind.name];
    if (Array.isArray(values)) return (size, first) => values.slice(first, first + size);
    return (size, first) => values.subarray(first, first + size);
}

/** A function that reads a sequence and gives the sum. */
export function reader(kind) {
    return kind.levels > 0 ? sumOfTrees : SUMS[kind.name];
}

/** The number of the first element of the answer to a sequence with that sum. */
export function answerOf(total) {
    return total & 0xff;
}

/** The sum over the answer to that sequence. */
export function expected(kind, size, first) {
    const make = maker(kind), read = reader(kind);
    return read(make(size, answerOf(read(make(size, first)))));
}
