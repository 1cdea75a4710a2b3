// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.graph;

import org.openjdk.jmh.infra.Blackhole;

/** Trees of objects with final fields. */
final class FinalTrees implements Trees {
    private final String[] names;
    private int made;

    FinalTrees(String[] names) {
        this.names = names;
    }

    @Override
    public Object build(int levels) {
        return grow(levels);
    }

    private FinalGraphNode grow(int levels) {
        if (levels == 0) {
            return null;
        }
        FinalGraphNode left = grow(levels - 1);
        FinalGraphNode right = grow(levels - 1);
        int number = made++;
        return new FinalGraphNode(
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
        return sum((FinalGraphNode) tree);
    }

    private static long sum(FinalGraphNode node) {
        return node == null ? 0 : scalars(node) + sum(node.left) + sum(node.right);
    }

    private static long scalars(FinalGraphNode node) {
        return (node.flag ? 1 : 0) + node.count + (long) node.weight;
    }

    @Override
    public long lengths(Object tree) {
        return measure((FinalGraphNode) tree);
    }

    private static long measure(FinalGraphNode node) {
        return node == null ? 0 : scalars(node) + node.name.length() + measure(node.left) + measure(node.right);
    }

    @Override
    public long compared(Object tree, String other) {
        return compare((FinalGraphNode) tree, other);
    }

    private static long compare(FinalGraphNode node, String other) {
        return node == null
                ? 0
                : scalars(node)
                        + (node.name.equals(other) ? 1 : 0)
                        + compare(node.left, other)
                        + compare(node.right, other);
    }

    @Override
    public long copied(Object tree, Blackhole taker) {
        return copy((FinalGraphNode) tree, taker);
    }

    private static long copy(FinalGraphNode node, Blackhole taker) {
        if (node == null) {
            return 0;
        }
        taker.consume(node.name);
        return scalars(node) + copy(node.left, taker) + copy(node.right, taker);
    }
}
