// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.calls.RpcType;
import colors.benchmarks.peers.idl.Node;

/** Trees of CORBA's structs, by the classes that the compiler of JacORB generates. */
final class CorbaTrees {
    private static final Node[] NONE = {};

    private CorbaTrees() {}

    static Node[] of(int levels, int size, long first) {
        Node[] trees = new Node[size];
        for (int i = 0; i < size; i++) {
            trees[i] = make(levels, first + i);
        }
        return trees;
    }

    private static Node make(int levels, long number) {
        return new Node(
                RpcType.bool(number),
                (int) number,
                (float) RpcType.floating(number),
                RpcType.text(number),
                levels == 1 ? NONE : new Node[] {make(levels - 1, number + 1), make(levels - 1, number + 2)});
    }

    /** Reads each field of each node. */
    static long sum(Node[] trees) {
        long sum = 0;
        for (Node tree : trees) {
            sum += RpcType.read(tree.flag)
                    + tree.count
                    + RpcType.read(tree.weight)
                    + RpcType.read(tree.name)
                    + sum(tree.children);
        }
        return sum;
    }
}
