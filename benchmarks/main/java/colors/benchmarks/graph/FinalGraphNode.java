// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.graph;

/**
 * {@link GraphNode} with final fields. (A record would not do: under the agent it is a value, of which each read gives
 * a private copy.)
 */
final class FinalGraphNode {
    final boolean flag;
    final int count;
    final float weight;
    final String name;
    final FinalGraphNode left;
    final FinalGraphNode right;

    FinalGraphNode(boolean flag, int count, float weight, String name, FinalGraphNode left, FinalGraphNode right) {
        this.flag = flag;
        this.count = count;
        this.weight = weight;
        this.name = name;
        this.left = left;
        this.right = right;
    }
}
