// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers.xmem;

/** {@link Tree}, of which the agent makes all instances shared ones (docs/agent.md, exclusive classes). */
public final class SharedTree {
    private final int value;
    private final SharedTree left;
    private final SharedTree right;

    private SharedTree(int index, int size, long first) {
        int child = 2 * index + 1;
        left = child < size ? new SharedTree(child, size, first) : null;
        right = child + 1 < size ? new SharedTree(child + 1, size, first) : null;
        value = TreeSum.value(index, first);
    }

    /** One of so many nodes, one at least, as {@link Tree#make} makes it. */
    static SharedTree make(int size, long first) {
        return new SharedTree(0, size, first);
    }

    /** Of all nodes, as {@link TreeSum} has it. */
    long sum() {
        return sum(this);
    }

    private static long sum(SharedTree node) {
        return node == null ? 0 : TreeSum.of(node.value) + sum(node.left) + sum(node.right);
    }
}
