// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

/** {@link RpcNode}, of which the agent makes all instances shared ones (docs/agent.md, exclusive classes). */
public final class RpcSharedNode {
    private final boolean flag;
    private final int count;
    private final float weight;
    private final String name;
    private final RpcSharedNode left;
    private final RpcSharedNode right;

    private RpcSharedNode(long number, RpcSharedNode left, RpcSharedNode right) {
        this.left = left;
        this.right = right;
        name = RpcType.text(number);
        weight = (float) RpcType.floating(number);
        count = (int) number;
        flag = RpcType.bool(number);
    }

    /** The tree of the element with that number. */
    static RpcSharedNode make(int levels, long number) {
        return levels == 0
                ? null
                : new RpcSharedNode(number, make(levels - 1, number + 1), make(levels - 1, number + 2));
    }

    /** Reads each field of each node. */
    long sum() {
        return sum(this);
    }

    private static long sum(RpcSharedNode node) {
        return node == null
                ? 0
                : (node.flag ? 1 : 0)
                        + node.count
                        + RpcType.read(node.weight)
                        + RpcType.read(node.name)
                        + sum(node.left)
                        + sum(node.right);
    }
}
