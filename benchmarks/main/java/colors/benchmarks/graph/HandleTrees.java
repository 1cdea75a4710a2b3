// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.graph;

import colors.Field;
import colors.Ref;
import colors.SharedClass;
import java.lang.invoke.MethodHandle;
import org.openjdk.jmh.infra.Blackhole;

/** Trees of shared objects, made and read by typed handles. */
final class HandleTrees implements Trees {
    private static final SharedClass<GraphNode> CLASS = SharedClass.of(GraphNode.class);
    private static final Field.OfBoolean<GraphNode> FLAG = CLASS.booleanField("flag");
    private static final Field.OfInt<GraphNode> COUNT = CLASS.intField("count");
    private static final Field.OfDouble<GraphNode> WEIGHT = CLASS.doubleField("weight");
    private static final Field.OfString<GraphNode> NAME = CLASS.stringField("name");
    private static final Field.OfRef<GraphNode, GraphNode> LEFT = CLASS.refField("left", GraphNode.class);
    private static final Field.OfRef<GraphNode, GraphNode> RIGHT = CLASS.refField("right", GraphNode.class);
    private static final MethodHandle NEW = CLASS.constructor("flag", "count", "weight", "name", "left", "right");

    private final String[] names;
    private int made;

    HandleTrees(String[] names) {
        this.names = names;
    }

    @Override
    @SuppressWarnings("unchecked") // a handle has no type arguments
    public Ref<GraphNode> build(int levels) {
        Ref<GraphNode> left = levels > 1 ? build(levels - 1) : null;
        Ref<GraphNode> right = levels > 1 ? build(levels - 1) : null;
        int number = made++;
        try {
            return (Ref<GraphNode>) NEW.invokeExact(
                    GraphNames.flag(number),
                    GraphNames.count(number),
                    GraphNames.weight(number),
                    GraphNames.name(names, number),
                    left,
                    right);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public int made() {
        return made;
    }

    @Override
    public long read(Object tree) {
        return sum(of(tree));
    }

    private static Ref<GraphNode> of(Object tree) {
        return ((Ref<?>) tree).as(GraphNode.class);
    }

    private static long sum(Ref<GraphNode> node) {
        return node == null ? 0 : scalars(node) + sum(LEFT.get(node)) + sum(RIGHT.get(node));
    }

    private static long scalars(Ref<GraphNode> node) {
        return (FLAG.get(node) ? 1 : 0) + COUNT.get(node) + (long) WEIGHT.get(node);
    }

    @Override
    public long lengths(Object tree) {
        return measure(of(tree));
    }

    private static long measure(Ref<GraphNode> node) {
        return node == null
                ? 0
                : scalars(node) + NAME.get(node).length() + measure(LEFT.get(node)) + measure(RIGHT.get(node));
    }

    @Override
    public long compared(Object tree, String other) {
        return compare(of(tree), other);
    }

    private static long compare(Ref<GraphNode> node, String other) {
        return node == null
                ? 0
                : scalars(node)
                        + (NAME.get(node).equals(other) ? 1 : 0)
                        + compare(LEFT.get(node), other)
                        + compare(RIGHT.get(node), other);
    }

    @Override
    public long copied(Object tree, Blackhole taker) {
        return copy(of(tree), taker);
    }

    private static long copy(Ref<GraphNode> node, Blackhole taker) {
        if (node == null) {
            return 0;
        }
        taker.consume(NAME.get(node));
        return scalars(node) + copy(LEFT.get(node), taker) + copy(RIGHT.get(node), taker);
    }
}
