// SPDX-License-Identifier: Apache-2.0
// Field reads, writes and hops in JavaScript; the functions' twins are in field.py.
(() => {
    const colors = Polyglot.import('colors');

    class Node {
        constructor(value, next) {
            this.value = value;
            this.next = next;
        }
    }

    function setup(shared, count) {
        let node = null;
        for (let value = count - 1; value >= 0; value--) {
            node = new Node(value, node);
        }
        if (shared) {
            node = colors.copyIn(node);
        }
        const nodes = [];
        while (node !== null) {
            nodes.push(node);
            node = node.next;
        }
        return nodes;
    }

    function readInt(nodes, passes) {
        let total = 0;
        for (let i = 0; i < passes; i++) {
            for (let j = 0; j < nodes.length; j++) {
                total = (total + nodes[j].value) & 0xffffff;
            }
        }
        return total;
    }

    function writeInt(nodes, passes) {
        for (let i = 0; i < passes; i++) {
            for (let j = 0; j < nodes.length; j++) {
                nodes[j].value = i;
            }
        }
        return 0;
    }

    function hop(nodes, passes) {
        let count = 0;
        for (let i = 0; i < passes; i++) {
            let node = nodes[0];
            while (node !== null) {
                count++;
                node = node.next;
            }
        }
        return count;
    }

    return { 'setup': setup, 'read.int': readInt, 'write.int': writeInt, 'hop': hop };
})()
