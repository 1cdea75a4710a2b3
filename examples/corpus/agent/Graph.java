// SPDX-License-Identifier: Apache-2.0

import colors.SharedMemory;
import colors.SharedName;

/** References, sharing, cycles and identity: == tells shared objects apart, though each load makes a new wrapper. */
final class Graph extends Program {
    public static void main(String[] arguments) {
        new Graph().runAll(arguments);
    }

    @SharedName("graph.Node")
    static class Node {
        private String name;
        private Node left;
        private Node right;

        Node(String name, Node left, Node right) {
            this.name = name;
            this.left = left;
            this.right = right;
        }
    }

    @Override
    void write() {
        Node shared = new Node("shared", null, null);
        shared.right = shared;
        Node top = new Node("top", new Node("left", shared, null), new Node("right", shared, null));
        top.left.right = top;
        Node copy = SharedMemory.copyIn(top);
        publish("graph", copy);
        publish("graph.left", copy.left);
    }

    @Override
    void read() {
        Node top = (Node) find("graph");
        Node shared = top.left.left;
        show(findObject("graph"), "name");
        show(findObject("graph"), "left");
        say("right of right: " + top.right.right);
        say("shared is one object: " + (shared == top.right.left));
        say("left is not right: " + (top.left != top.right));
        say("cycle to the top: " + (top.left.right == top));
        say("cycle to itself: " + (shared.right == shared));
        say("found twice, the same: " + (find("graph.left") == top.left));
        say("same hash: "
                + (find("graph.left").hashCode() == top.left.hashCode()
                        && System.identityHashCode(find("graph.left")) == System.identityHashCode(top.left)));
        shared.name = "renamed";
        say("renamed through another path: " + text(top.right.left.name));
        top.right.right = top.left;
        top.left.left = null;
    }

    @Override
    void check() {
        Node top = (Node) find("graph");
        say("left of left: " + top.left.left);
        say("relinked: " + (top.right.right == top.left));
        say("name: string " + text(top.right.left.name));
    }
}
