// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.calls.RpcType;
import org.apache.fory.annotation.Nullable;

/** {@code RpcNode} for Fory's format for several languages, where a field has to say that it may be null. */
public final class ForyNode {
    public boolean flag;
    public int count;
    public float weight;
    public String name;

    @Nullable
    public ForyNode left;

    @Nullable
    public ForyNode right;

    /** The tree of the element with that number. */
    static ForyNode make(int levels, long number) {
        ForyNode node = new ForyNode();
        node.flag = RpcType.bool(number);
        node.count = (int) number;
        node.weight = (float) RpcType.floating(number);
        node.name = RpcType.text(number);
        if (levels > 1) {
            node.left = make(levels - 1, number + 1);
            node.right = make(levels - 1, number + 2);
        }
        return node;
    }

    /** Reads each field of each node. */
    static long sum(ForyNode node) {
        if (node == null) {
            return 0;
        }
        long own = RpcType.read(node.flag) + node.count + RpcType.read(node.weight) + RpcType.read(node.name);
        return own + sum(node.left) + sum(node.right);
    }
}
