// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.graph;

import org.openjdk.jmh.infra.Blackhole;

/** Trees of objects of an ordinary class: private ones, or shared ones under the agent. */
final class PlainTrees implements Trees {
    private final String[] names;
    private int made;

    PlainTrees(String[] names) {
        this.names = names;
    }

    @Override
    public Object build(int levels) {
        return grow(levels);
    }

    private GraphNode grow(int levels) {
        if (levels == 0) {
            return null;
        }
        GraphNode left = grow(levels - 1);
        GraphNode right = grow(levels - 1);
        int number = made++;
        return new GraphNode(
                GraphNames.flag(number),
                GraphNames.count(number),
                GraphNames.weight(number),
                GraphNames.name(names, number),
                left,
                right);
    }

    @Override
    public int made() {
        return made;
    }

    @Override
    public long read(Object tree) {
        return sum((GraphNode) tree);
    }

    private static long sum(GraphNode node) {
        return node == null ? 0 : scalars(node) + sum(node.left) + sum(node.right);
    }

    private static long scalars(GraphNode node) {
        return (node.flag ? 1 : 0) + node.count + (long) node.weight;
    }

    @Override
    public long lengths(Object tree) {
        return measure((GraphNode) tree);
    }

    private static long measure(GraphNode node) {
        return node == null ? 0 : scalars(node) + node.name.length() + measure(node.left) + measure(node.right);
    }

    @Override
    public long compared(Object tree, String other) {
        return compare((GraphNode) tree, other);
    }

    private static long compare(GraphNode node, String other) {
        return node == null
                ? 0
                : scalars(node)
                        + (node.name.equals(other) ? 1 : 0)
                        + compare(node.left, other)
                        + compare(node.right, other);
    }

    @Override
    public long copied(Object tree, Blackhole taker) {
        return copy((GraphNode) tree, taker);
    }

    private static long copy(GraphNode node, Blackhole taker) {
        if (node == null) {
            return 0;
        }
        taker.consume(node.name);
        return scalars(node) + copy(node.left, taker) + copy(node.right, taker);
    }
}
