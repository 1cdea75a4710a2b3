// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.calls.RpcType;
import colors.benchmarks.peers.messages.Node;
import colors.benchmarks.peers.messages.Sequence;

/** The sequences of {@link RpcType} as messages of Protocol Buffers, made and read by generated code. */
final class ProtobufSequences {
    private ProtobufSequences() {}

    static Sequence of(RpcType type, int size, long first) {
        Sequence.Builder sequence = Sequence.newBuilder().setType(type.ordinal());
        for (int i = 0; i < size; i++) {
            long number = first + i;
            switch (type) {
                case bool -> sequence.addBools(RpcType.bool(number));
                case integer -> sequence.addIntegers(RpcType.integer(number));
                case floating -> sequence.addFloats(RpcType.floating(number));
                case string -> sequence.addStrings(RpcType.text(number));
                default -> sequence.addTrees(tree(type.levels(), number));
            }
        }
        return sequence.build();
    }

    private static Node tree(int levels, long number) {
        Node.Builder node = Node.newBuilder()
                .setFlag(RpcType.bool(number))
                .setCount((int) number)
                .setWeight((float) RpcType.floating(number))
                .setName(RpcType.text(number));
        if (levels > 1) {
            node.setLeft(tree(levels - 1, number + 1)).setRight(tree(levels - 1, number + 2));
        }
        return node.build();
    }

    private static RpcType typeOf(Sequence sequence) {
        return RpcType.values()[sequence.getType()];
    }

    private static int size(Sequence sequence) {
        return switch (typeOf(sequence)) {
            case bool -> sequence.getBoolsCount();
            case integer -> sequence.getIntegersCount();
            case floating -> sequence.getFloatsCount();
            case string -> sequence.getStringsCount();
            default -> sequence.getTreesCount();
        };
    }

    /** Reads each element. */
    static long sum(Sequence sequence) {
        RpcType type = typeOf(sequence);
        int size = size(sequence);
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += switch (type) {
                case bool -> RpcType.read(sequence.getBools(i));
                case integer -> sequence.getIntegers(i);
                case floating -> RpcType.read(sequence.getFloats(i));
                case string -> RpcType.read(sequence.getStrings(i));
                default -> sum(sequence.getTrees(i));
            };
        }
        return sum;
    }

    private static long sum(Node node) {
        return RpcType.read(node.getFlag())
                + node.getCount()
                + RpcType.read(node.getWeight())
                + RpcType.read(node.getName())
                + (node.hasLeft() ? sum(node.getLeft()) : 0)
                + (node.hasRight() ? sum(node.getRight()) : 0);
    }

    /** What a server does. */
    static Sequence answer(Sequence sequence) {
        return of(typeOf(sequence), size(sequence), RpcType.answer(sum(sequence)));
    }
}
