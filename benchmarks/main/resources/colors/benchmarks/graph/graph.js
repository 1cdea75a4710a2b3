// SPDX-License-Identifier: Apache-2.0
// Trees in JavaScript, shared or private: built and read; the functions' twins are in graph.py. Each checks what it
// did.
(() => {
    const colors = Polyglot.import('colors');
    const NAMES = 256;
    const FORMATS = { none: null, short: 'n', long: 'a name of thirty-two letters' };

    class Node {
        constructor(flag, count, weight, name, left, right) {
            this.flag = flag;
            this.count = count;
            this.weight = weight;
            this.name = name;
            this.left = left;
            this.right = right;
        }
    }

    function growPrivate(state, levels) {
        if (levels === 0) {
            return null;
        }
        const left = growPrivate(state, levels - 1);
        const right = growPrivate(state, levels - 1);
        const number = state.made++;
        return new Node((number & 1) !== 0, number & 0xffff, (number & 0xff) + 0.5, state.names[number & 0xff],
                        left, right);
    }

    function growShared(state, levels) {
        if (levels === 0) {
            return null;
        }
        const left = growShared(state, levels - 1);
        const right = growShared(state, levels - 1);
        const number = state.made++;
        return colors.allocate('bench.GraphNodeJs',
            { flag: (number & 1) !== 0, count: number & 0xffff, weight: (number & 0xff) + 0.5,
              name: state.names[number & 0xff], left: left, right: right });
    }

    function scalars(node) {
        return node.weight + node.count + (node.flag ? 1 : 0);
    }

    function readAll(node) {
        return node === null ? 0 : scalars(node) + readAll(node.left) + readAll(node.right);
    }

    function measureAll(node) {
        return node === null ? 0 : scalars(node) + node.name.length + measureAll(node.left) + measureAll(node.right);
    }

    function expectedSum(first, nodes) {
        let sum = 0;
        for (let number = first; number < first + nodes; number++) {
            sum += (number & 1) + (number & 0xffff) + (number & 0xff) + 0.5;
        }
        return sum;
    }

    function expect(expected, found) {
        if (found !== expected) {
            throw new Error(`${expected} was expected, not ${found}`);
        }
    }

    function setup(shared, strings, nodes) {
        const state = { grow: shared ? growShared : growPrivate, names: [], nodes: nodes,
                        levels: 32 - Math.clz32(nodes), made: 0, tree: null, kept: null };
        for (let i = 0; i < NAMES; i++) {
            state.names.push(FORMATS[strings] === null ? null : FORMATS[strings] + String(i).padStart(4, '0'));
        }
        state.tree = state.grow(state, state.levels);
        state.sum = expectedSum(0, nodes);
        state.letters = strings === 'none' ? 0 : nodes * state.names[0].length;
        expect(shared, colors.isShared(state.tree));
        return state;
    }

    function build(state, passes) {
        const grow = state.grow;
        const first = state.made;
        for (let i = 0; i < passes; i++) {
            state.kept = grow(state, state.levels);
        }
        expect(first + passes * state.nodes, state.made);
        expect(expectedSum(state.made - state.nodes, state.nodes), readAll(state.kept));
    }

    function buildStrings(state, passes) {
        build(state, passes);
        expect(readAll(state.kept) + state.letters, measureAll(state.kept));
    }

    function read(state, passes) {
        let total = 0;
        const tree = state.tree;
        for (let i = 0; i < passes; i++) {
            total += readAll(tree);
        }
        expect(passes * state.sum, total);
    }

    function readStrings(state, passes) {
        let total = 0;
        const tree = state.tree;
        for (let i = 0; i < passes; i++) {
            total += measureAll(tree);
        }
        expect(passes * (state.sum + state.letters), total);
    }

    return { 'setup': setup, 'build': build, 'read': read, 'build.strings': buildStrings, 'read.strings': readStrings };
})()
