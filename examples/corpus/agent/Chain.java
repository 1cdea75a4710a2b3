// SPDX-License-Identifier: Apache-2.0

import colors.SharedMemory;
import colors.SharedName;

/** A list of 100,000 nodes, copied at once. */
final class Chain extends Program {
    public static void main(String[] arguments) {
        new Chain().runAll(arguments);
    }

    @SharedName("chain.Node")
    static final class Node {
        private long value;
        private Node next;

        Node(long value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    @Override
    void write() {
        Node first = null;
        for (long i = 100_000; i > 0; i--) {
            first = new Node(i, first);
        }
        publish("chain", SharedMemory.copyIn(first));
        say("copied");
    }

    @Override
    void read() {
        long length = 0;
        long sum = 0;
        for (Node node = (Node) find("chain"); node != null; node = node.next) {
            length++;
            sum += node.value;
            node.value = -node.value;
        }
        say(length + " nodes, sum " + sum);
    }

    @Override
    void check() {
        long sum = 0;
        for (Node node = (Node) find("chain"); node != null; node = node.next) {
            sum += node.value;
        }
        say("sum " + sum);
    }
}
