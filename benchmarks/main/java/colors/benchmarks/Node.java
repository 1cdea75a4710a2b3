// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import colors.LongField;
import colors.ReferenceField;
import colors.SharedClass;
import colors.SharedName;

/** A node of the graphs that the C programs of benchmarks/native share with the Java ones. */
@SharedName("bench.Node")
final class Node {
    static final int BYTES = 48;
    static final SharedClass<Node> CLASS = SharedClass.of(Node.class);
    static final LongField VALUE = CLASS.longField("value");
    static final ReferenceField LEFT = CLASS.referenceField("left");
    static final ReferenceField RIGHT = CLASS.referenceField("right");

    long value;
    Node left;
    Node right;
}
