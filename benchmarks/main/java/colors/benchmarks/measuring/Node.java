// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

import colors.Field;
import colors.SharedClass;
import colors.SharedName;

/** A node of the graphs that the C programs of benchmarks/native share with the Java ones. */
@SharedName("bench.Node")
public final class Node {
    public static final int BYTES = 48;
    public static final SharedClass<Node> CLASS = SharedClass.of(Node.class);
    public static final Field.OfLong<Node> VALUE = CLASS.longField("value");
    public static final Field.OfRef<Node, Node> LEFT = CLASS.refField("left", Node.class);
    public static final Field.OfRef<Node, Node> RIGHT = CLASS.refField("right", Node.class);

    long value;
    Node left;
    Node right;
}
