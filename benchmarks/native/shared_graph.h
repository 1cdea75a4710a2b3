/* SPDX-License-Identifier: Apache-2.0 */
/* The graph of graph.h in a shared segment. */
#ifndef BENCH_SHARED_GRAPH_H
#define BENCH_SHARED_GRAPH_H

#include "shared.h"

typedef uint64_t node;

static inline node node_make(void) {
    uint64_t made = shared_make();
    shared_forget();
    return made;
}

static inline void node_link(node from, unsigned field, node target) {
    cl_store_tagged(shared_slot, from, SHARED_LEFT + field, target);
}

#include "graph.h"

#endif
