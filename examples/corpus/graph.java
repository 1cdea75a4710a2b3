// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedName;

/** References, sharing, cycles and identity: a copied graph has the shape of the original. */
final class Graph extends Program {
    public static void main(String[] arguments) {
        new Graph().runAll(arguments);
    }

    @SharedName("graph.Node")
    static final class Node {
        String name;
        Node left;
        Node right;

        Node(String name) {
            this.name = name;
        }
    }

    @Override
    void write() {
        Node top = new Node("top");
        Node shared = new Node("shared");
        top.left = new Node("left");
        top.right = new Node("right");
        top.left.left = shared;
        top.right.left = shared;
        top.left.right = top;
        shared.right = shared;
        publish("graph", Ref.copyOf(top));
        publish("graph.left", findObject("graph").get("left"));
    }

    @Override
    void read() {
        Ref<?> top = findObject("graph");
        Ref<?> left = follow(top, "left");
        Ref<?> right = follow(top, "right");
        Ref<?> shared = follow(left, "left");
        show(top, "name");
        show(top, "left");
        say("right of right: " + text(right.get("right")));
        say("shared is one object: " + shared.equals(follow(right, "left")));
        say("left is not right: " + !left.equals(right));
        say("cycle to the top: " + follow(left, "right").equals(top));
        say("cycle to itself: " + follow(shared, "right").equals(shared));
        say("found twice, the same: " + findObject("graph.left").equals(left));
        say("same hash: " + (findObject("graph.left").hashCode() == left.hashCode()));
        shared.set("name", "renamed");
        say("renamed through another path: "
                + text(follow(follow(top, "right"), "left").get("name")));
        right.set("right", left);
        left.set("left", null);
    }

    @Override
    void check() {
        Ref<?> top = findObject("graph");
        say("left of left: " + text(follow(top, "left").get("left")));
        say("relinked: " + follow(follow(top, "right"), "right").equals(follow(top, "left")));
        show(follow(follow(top, "right"), "left"), "name");
    }

    private static Ref<?> follow(Ref<?> object, String field) {
        return (Ref<?>) object.get(field);
    }
}
