// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.graph;

import org.openjdk.jmh.infra.Blackhole;

/**
 * Complete binary trees of one kind of node, made children first, as a program would write it for that kind. Reads sum
 * the boolean, the int and the float of each node, and what they say besides. A process that measures has one
 * implementation loaded.
 */
interface Trees {
    static Trees of(String way, String strings) {
        String[] names = GraphNames.of(strings);
        return switch (way) {
            case "plain" -> new PlainTrees(names);
            case "final" -> new FinalTrees(names);
            case "handles" -> new HandleTrees(names);
            default -> throw new IllegalArgumentException("there are plain, final and handles, not " + way);
        };
    }

    /** The next tree. */
    Object build(int levels);

    /** Nodes made so far. */
    int made();

    /** All but the names. */
    long read(Object tree);

    /** The lengths of the names are added. */
    long lengths(Object tree);

    /** 1 is added for each name that equals the other. */
    long compared(Object tree, String other);

    /** Each name is given away as a String. */
    long copied(Object tree, Blackhole taker);
}
