// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.graph;

/**
 * A node of the trees of {@link GraphSuite}: an ordinary class, which serialisers and the agent know best when it is
 * final.
 */
public final class GraphNode {
    boolean flag;
    int count;
    float weight;
    String name;
    GraphNode left;
    GraphNode right;

    GraphNode() {}

    GraphNode(boolean flag, int count, float weight, String name, GraphNode left, GraphNode right) {
        this.flag = flag;
        this.count = count;
        this.weight = weight;
        this.name = name;
        this.left = left;
        this.right = right;
    }
}
