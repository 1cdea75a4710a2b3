// SPDX-License-Identifier: Apache-2.0
// A list of 100,000 nodes, copied at once: the depth of a graph does not matter.
load("corpus.js");
(() => {
    const {publish, find, say} = corpus;

    class Node {
        constructor(value, next) {
            this.value = value;
            this.next = next;
        }
    }
    colors.bind("chain.Node", Node);

    function write() {
        let first = null;
        for (let i = 100_000; i > 0; i--) first = new Node(i, first);
        publish("chain", colors.copyIn(first));
        say("copied");
    }

    function read() {
        let length = 0, sum = 0;
        for (let node = find("chain"); node !== null; node = node.next) {
            length++;
            sum += node.value;
            node.value = -node.value;
        }
        say(`${length} nodes, sum ${sum}`);
    }

    function check() {
        let sum = 0;
        for (let node = find("chain"); node !== null; node = node.next) sum += node.value;
        say(`sum ${sum}`);
    }

    program({write, read, check});
})();
