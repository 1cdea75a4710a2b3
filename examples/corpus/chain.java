// SPDX-License-Identifier: Apache-2.0
import colors.Field;
import colors.Ref;
import colors.SharedClass;
import colors.SharedName;
import colors.ValueType;

/** A list of 100,000 nodes, copied at once: the depth of a graph does not matter. */
final class Chain extends Program {
    public static void main(String[] arguments) {
        new Chain().runAll(arguments);
    }

    @SharedName("chain.Node")
    static final class Node {
        long value;
        Node next;
    }

    @Override
    void write() {
        Node first = null;
        for (long i = 100_000; i > 0; i--) {
            Node node = new Node();
            node.value = i;
            node.next = first;
            first = node;
        }
        publish("chain", Ref.copyOf(first));
        say("copied");
    }

    @Override
    void read() {
        SharedClass<Node> type = SharedClass.of(Node.class);
        Field.OfLong<Node> value = type.longField("value");
        Field.OfRef<Node, Node> next = type.refField("next", Node.class);
        long length = 0;
        long sum = 0;
        for (Ref<Node> node = findObject("chain", Node.class); node != null; node = next.get(node)) {
            length++;
            sum += value.get(node);
            value.set(node, -value.get(node));
        }
        say(length + " nodes, sum " + sum);
    }

    @Override
    void check() {
        long sum = 0;
        for (Ref<Node> node = findObject("chain", Node.class);
                node != null;
                node = node.get("next", ValueType.ref(Node.class))) {
            sum += (Long) node.get("value");
        }
        say("sum " + sum);
    }
}
