// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import colors.BooleanField;
import colors.DoubleField;
import colors.IntField;
import colors.ReferenceField;
import colors.SharedClass;
import colors.SharedObject;
import colors.StringField;
import java.lang.invoke.MethodHandle;
import org.openjdk.jmh.infra.Blackhole;

/** Trees of shared objects, made and read by typed handles. */
final class HandleTrees implements Trees {
    private static final SharedClass<GraphNode> CLASS = SharedClass.of(GraphNode.class);
    private static final BooleanField FLAG = CLASS.booleanField("flag");
    private static final IntField COUNT = CLASS.intField("count");
    private static final DoubleField WEIGHT = CLASS.doubleField("weight");
    private static final StringField NAME = CLASS.stringField("name");
    private static final ReferenceField LEFT = CLASS.referenceField("left");
    private static final ReferenceField RIGHT = CLASS.referenceField("right");
    private static final MethodHandle NEW = CLASS.constructor("flag", "count", "weight", "name", "left", "right");

    private final String[] names;
    private int made;

    HandleTrees(String[] names) {
        this.names = names;
    }

    @Override
    public SharedObject build(int levels) {
        SharedObject left = levels > 1 ? build(levels - 1) : null;
        SharedObject right = levels > 1 ? build(levels - 1) : null;
        int number = made++;
        try {
            return (SharedObject) NEW.invokeExact(
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
        return sum((SharedObject) tree);
    }

    private static long sum(SharedObject node) {
        return node == null ? 0 : scalars(node) + sum(LEFT.get(node)) + sum(RIGHT.get(node));
    }

    private static long scalars(SharedObject node) {
        return (FLAG.get(node) ? 1 : 0) + COUNT.get(node) + (long) WEIGHT.get(node);
    }

    @Override
    public long lengths(Object tree) {
        return measure((SharedObject) tree);
    }

    private static long measure(SharedObject node) {
        return node == null
                ? 0
                : scalars(node) + NAME.get(node).length() + measure(LEFT.get(node)) + measure(RIGHT.get(node));
    }

    @Override
    public long compared(Object tree, String other) {
        return compare((SharedObject) tree, other);
    }

    private static long compare(SharedObject node, String other) {
        return node == null
                ? 0
                : scalars(node)
                        + (NAME.get(node).equals(other) ? 1 : 0)
                        + compare(LEFT.get(node), other)
                        + compare(RIGHT.get(node), other);
    }

    @Override
    public long copied(Object tree, Blackhole taker) {
        return copy((SharedObject) tree, taker);
    }

    private static long copy(SharedObject node, Blackhole taker) {
        if (node == null) {
            return 0;
        }
        taker.consume(NAME.get(node));
        return scalars(node) + copy(LEFT.get(node), taker) + copy(RIGHT.get(node), taker);
    }
}
