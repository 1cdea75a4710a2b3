// SPDX-License-Identifier: Apache-2.0
// References, sharing, cycles and identity: a copied graph has the shape of the original.
load("corpus.js");
(() => {
    const {publish, find, say, show, text} = corpus;

    class Node {
        left = null;
        right = null;
        constructor(name) {
            this.name = name;
        }
    }
    colors.bind("graph.Node", Node);

    function write() {
        const top = new Node("top");
        const shared = new Node("shared");
        top.left = new Node("left");
        top.right = new Node("right");
        top.left.left = shared;
        top.right.left = shared;
        top.left.right = top;
        shared.right = shared;
        publish("graph", colors.copyIn(top));
        publish("graph.left", find("graph").left);
    }

    function read() {
        const top = find("graph");
        const {left, right} = top;
        const shared = left.left;
        show(top, "name");
        show(top, "left");
        say(`right of right: ${text(right.right)}`);
        say(`shared is one object: ${shared === right.left}`);
        say(`left is not right: ${left !== right}`);
        say(`cycle to the top: ${left.right === top}`);
        say(`cycle to itself: ${shared.right === shared}`);
        say(`found twice, the same: ${find("graph.left") === left}`);
        say(`same hash: ${new Set([find("graph.left"), left]).size === 1}`);
        shared.name = "renamed";
        say(`renamed through another path: ${text(top.right.left.name)}`);
        right.right = left;
        left.left = null;
    }

    function check() {
        const top = find("graph");
        say(`left of left: ${text(top.left.left)}`);
        say(`relinked: ${top.right.right === top.left}`);
        show(top.right.left, "name");
    }

    program({write, read, check});
})();
