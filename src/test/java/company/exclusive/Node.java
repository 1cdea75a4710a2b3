// SPDX-License-Identifier: Apache-2.0
package company.exclusive;

/** A field of each kind, and constructors that only store. */
public class Node implements Cloneable {
    public static final Node ROOT = new Node("root");

    public final long id;
    public int value;
    public double weight;
    public boolean marked;
    public volatile int turns;
    public transient int cached;
    public String name;
    public Node left;
    public Node right;
    private Node parent;

    public Node(String name) {
        this(name, 7);
        value = 3;
    }

    public Node(String name, long id) {
        this.id = id;
        this.name = name;
    }

    public Node(Node left, Node right) {
        this("pair", left.id + right.id);
        this.left = left;
        this.right = right;
        left.parent = this;
        right.parent = this;
    }

    public synchronized int turn() {
        return ++turns;
    }

    public Node parent() {
        return parent;
    }

    public static Node varargs(String... names) {
        return new Node(names.length == 0 ? null : names[0], names.length);
    }

    @Override
    public Node clone() {
        try {
            return (Node) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    public String all() {
        return id + " " + value + " " + weight + " " + marked + " " + turns + " " + name + " "
                + (left == null ? "" : left.name) + (right == null ? "" : right.name);
    }
}
