// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import colors.Field;
import colors.Ref;
import colors.SharedArray;
import colors.SharedClass;
import colors.ValueType;

/** The sequences of {@link RpcType} in shared memory: made there, and read there. */
final class SharedSequences {
    private static final SharedClass<RpcNode> NODE = SharedClass.of(RpcNode.class);
    private static final Field.OfBoolean<RpcNode> FLAG = NODE.booleanField("flag");
    private static final Field.OfInt<RpcNode> COUNT = NODE.intField("count");
    private static final Field.OfDouble<RpcNode> WEIGHT = NODE.doubleField("weight");
    private static final Field.OfString<RpcNode> NAME = NODE.stringField("name");
    private static final Field.OfRef<RpcNode, RpcNode> LEFT = NODE.refField("left", RpcNode.class);
    private static final Field.OfRef<RpcNode, RpcNode> RIGHT = NODE.refField("right", RpcNode.class);
    private static final Make NEW = NODE.constructor(Make.class, "flag", "count", "weight", "name", "left", "right");
    private static final ValueType<Ref<RpcNode>> REF = ValueType.ref(RpcNode.class);

    /** Makes a node. */
    public interface Make {
        Ref<RpcNode> node(boolean flag, int count, float weight, String name, Ref<RpcNode> left, Ref<RpcNode> right);
    }

    private SharedSequences() {}

    static SharedArray<Boolean> bools(int size, long first) {
        SharedArray<Boolean> array = SharedArray.create(boolean.class, size);
        for (int i = 0; i < size; i++) {
            array.setLong(i, RpcType.bool(first + i) ? 1 : 0);
        }
        return array;
    }

    static long sumBools(SharedArray<Boolean> array) {
        long sum = 0;
        for (int i = 0, size = array.size(); i < size; i++) {
            sum += array.getLong(i);
        }
        return sum;
    }

    static SharedArray<Long> integers(int size, long first) {
        SharedArray<Long> array = SharedArray.create(long.class, size);
        for (int i = 0; i < size; i++) {
            array.setLong(i, RpcType.integer(first + i));
        }
        return array;
    }

    static long sumIntegers(SharedArray<Long> array) {
        long sum = 0;
        for (int i = 0, size = array.size(); i < size; i++) {
            sum += array.getLong(i);
        }
        return sum;
    }

    static SharedArray<Double> floats(int size, long first) {
        SharedArray<Double> array = SharedArray.create(double.class, size);
        for (int i = 0; i < size; i++) {
            array.setDouble(i, RpcType.floating(first + i));
        }
        return array;
    }

    static long sumFloats(SharedArray<Double> array) {
        long sum = 0;
        for (int i = 0, size = array.size(); i < size; i++) {
            sum += RpcType.read(array.getDouble(i));
        }
        return sum;
    }

    static SharedArray<String> strings(int size, long first) {
        SharedArray<String> array = SharedArray.create(String.class, size);
        for (int i = 0; i < size; i++) {
            array.set(i, RpcType.text(first + i));
        }
        return array;
    }

    static long sumStrings(SharedArray<String> array) {
        long sum = 0;
        for (int i = 0, size = array.size(); i < size; i++) {
            sum += RpcType.read(array.get(i));
        }
        return sum;
    }

    static SharedArray<Ref<RpcNode>> trees(int levels, int size, long first) {
        SharedArray<Ref<RpcNode>> array =
                SharedArray.<Object>create(Object.class, size).as(REF);
        for (int i = 0; i < size; i++) {
            array.set(i, tree(levels, first + i));
        }
        return array;
    }

    private static Ref<RpcNode> tree(int levels, long number) {
        return levels == 0
                ? null
                : NEW.node(
                        RpcType.bool(number),
                        (int) number,
                        (float) RpcType.floating(number),
                        RpcType.text(number),
                        tree(levels - 1, number + 1),
                        tree(levels - 1, number + 2));
    }

    static long sumTrees(SharedArray<Ref<RpcNode>> array) {
        long sum = 0;
        for (int i = 0, size = array.size(); i < size; i++) {
            sum += sum(array.get(i));
        }
        return sum;
    }

    private static long sum(Ref<RpcNode> node) {
        return node == null
                ? 0
                : (FLAG.get(node) ? 1 : 0)
                        + COUNT.get(node)
                        + RpcType.read(WEIGHT.get(node))
                        + RpcType.read(NAME.get(node))
                        + sum(LEFT.get(node))
                        + sum(RIGHT.get(node));
    }
}
