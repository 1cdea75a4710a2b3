// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers.xmem;

import java.io.Serializable;

/**
 * A node of a balanced binary tree of private objects: node {@code i} has nodes {@code 2i + 1} and {@code 2i + 2} as
 * children. A bean, for XMLEncoder.
 */
public final class Tree implements Serializable {
    private static final long serialVersionUID = 1;

    private int value;
    private Tree left;
    private Tree right;

    /** For XMLDecoder. */
    public Tree() {}

    /** One of so many nodes, whose values begin with {@code first}. */
    static Tree make(int size, long first) {
        return make(0, size, first);
    }

    private static Tree make(int index, int size, long first) {
        if (index >= size) {
            return null;
        }
        Tree node = new Tree();
        node.value = TreeSum.value(index, first);
        node.left = make(2 * index + 1, size, first);
        node.right = make(2 * index + 2, size, first);
        return node;
    }

    /** Of all nodes, as {@link TreeSum} has it. */
    long sum() {
        return TreeSum.of(value) + (left == null ? 0 : left.sum()) + (right == null ? 0 : right.sum());
    }

    public int getValue() {
        return value;
    }

    public void setValue(int value) {
        this.value = value;
    }

    public Tree getLeft() {
        return left;
    }

    public void setLeft(Tree left) {
        this.left = left;
    }

    public Tree getRight() {
        return right;
    }

    public void setRight(Tree right) {
        this.right = right;
    }
}
