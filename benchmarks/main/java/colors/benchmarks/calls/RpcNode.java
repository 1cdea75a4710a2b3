// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import java.io.Serializable;

/** A node of a tree with four fields besides its children (CoLoRS paper, section 6.2). */
public final class RpcNode implements Serializable {
    private static final long serialVersionUID = 1;

    public boolean flag;
    public int count;
    public float weight;
    public String name;
    public RpcNode left;
    public RpcNode right;

    /** For the frameworks. */
    public RpcNode() {}

    private RpcNode(long number, RpcNode left, RpcNode right) {
        flag = RpcType.bool(number);
        count = (int) number;
        weight = (float) RpcType.floating(number);
        name = RpcType.text(number);
        this.left = left;
        this.right = right;
    }

    /** The tree of the element with that number. */
    public static RpcNode make(int levels, long number) {
        return levels == 0 ? null : new RpcNode(number, make(levels - 1, number + 1), make(levels - 1, number + 2));
    }

    /** Reads each field of each node. */
    public long sum() {
        return (flag ? 1 : 0)
                + count
                + RpcType.read(weight)
                + RpcType.read(name)
                + (left == null ? 0 : left.sum())
                + (right == null ? 0 : right.sum());
    }
}
