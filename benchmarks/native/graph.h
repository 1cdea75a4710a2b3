/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The graph whose marking is measured, made by the same steps in shared memory and under bdwgc: one half of its bytes
 * are 4-level binary trees along a spine, the other half is a random graph, each node with an edge to any other one and
 * one to its successor in a shuffled order. Whoever includes this has defined before:
 *
 * - node, the type of a reference
 * - node node_make(void): stays alive until the next call, then only what a link reaches
 * - void node_link(node, unsigned field, node target)
 */
#ifndef BENCH_GRAPH_H
#define BENCH_GRAPH_H

#include <stdint.h>
#include <stdlib.h>

#include "randomness.h"

enum { GRAPH_LEFT, GRAPH_RIGHT };

#define GRAPH_NODE_BYTES  48u
#define GRAPH_TREE_LEVELS 4u
#define GRAPH_TREE_NODES  ((1u << GRAPH_TREE_LEVELS) - 1)

static inline void graph_grow_tree(node at, unsigned levels) {
    for (unsigned side = GRAPH_LEFT; levels > 1 && side <= GRAPH_RIGHT; side++) {
        node child = node_make();
        node_link(at, side, child);
        graph_grow_tree(child, levels - 1);
    }
}

/* Below root.left: a spine along right, a tree to the left of each of its nodes. */
static inline void graph_plant_trees(node root, uint64_t count) {
    node last = root;
    for (uint64_t i = 0; i < count; i++) {
        node spine = node_make();
        node_link(last, last == root ? GRAPH_LEFT : GRAPH_RIGHT, spine);
        node tree = node_make();
        node_link(spine, GRAPH_LEFT, tree);
        graph_grow_tree(tree, GRAPH_TREE_LEVELS);
        last = spine;
    }
}

static inline void graph_shuffle(node *nodes, uint64_t count) {
    for (uint64_t i = count; i-- > 1;) {
        uint64_t other = randomness_below(i + 1);
        node kept = nodes[i];
        nodes[i] = nodes[other];
        nodes[other] = kept;
    }
}

/* Below root.right. Linked along left in the order of allocation until it is linked along right in the shuffled one. */
static inline void graph_tangle(node root, uint64_t count) {
    node *nodes = malloc(count * sizeof *nodes); /* no roots: bdwgc does not look into it */
    for (uint64_t i = 0; i < count; i++) {
        nodes[i] = node_make();
        node_link(i == 0 ? root : nodes[i - 1], i == 0 ? GRAPH_RIGHT : GRAPH_LEFT, nodes[i]);
    }
    graph_shuffle(nodes + 1, count - 1);
    for (uint64_t i = 0; i + 1 < count; i++) {
        node_link(nodes[i], GRAPH_RIGHT, nodes[i + 1]);
    }
    for (uint64_t i = 0; i < count; i++) {
        node_link(nodes[i], GRAPH_LEFT, nodes[randomness_below(count)]);
    }
    free(nodes);
}

static inline void graph_build(node root, uint64_t bytes) {
    uint64_t half = bytes / 2 / GRAPH_NODE_BYTES;
    graph_plant_trees(root, half / (GRAPH_TREE_NODES + 1));
    graph_tangle(root, half);
}

#endif
