/* SPDX-License-Identifier: Apache-2.0 */
/* mark_bdwgc BYTES CYCLES: the graph of mark_shared under the Boehm-Demers-Weiser collector; prints its mark times. */
#define GC_THREADS /* for GC_set_markers_count */
#include <gc.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "timing.h"

typedef struct node_fields *node;

struct node_fields {
    uint64_t header[2]; /* as a shared object has */
    uint64_t value;
    node links[2];
};

static node node_make(void) {
    return GC_malloc(48);
}

static void node_link(node from, unsigned field, node target) {
    from->links[field] = target;
}

#include "graph.h"

static node root;
static uint64_t wall;
static uint64_t cpu;

static void on_event(GC_EventType event) {
    if (event == GC_EVENT_MARK_START) {
        wall = timing_wall();
        cpu = timing_cpu();
    } else if (event == GC_EVENT_MARK_END) {
        cpu = timing_cpu() - cpu;
        wall = timing_wall() - wall;
    }
}

/* The number of objects follows from graph_build. */
static void print_cycle(uint64_t bytes) {
    uint64_t half = bytes / 2 / GRAPH_NODE_BYTES;
    uint64_t objects = 1 + half / (GRAPH_TREE_NODES + 1) * (GRAPH_TREE_NODES + 1) + half;
    printf("cycle %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", wall, cpu, objects, objects * GRAPH_NODE_BYTES);
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: %s BYTES CYCLES\n", arguments[0]);
        return EXIT_FAILURE;
    }
    uint64_t bytes = strtoull(arguments[1], NULL, 10);
    GC_set_markers_count(1);
    GC_set_all_interior_pointers(0);
    GC_INIT();
    GC_disable();
    root = node_make();
    graph_build(root, bytes);
    GC_enable();
    GC_gcollect();
    GC_set_on_collection_event(on_event);
    for (long i = 0; i < strtol(arguments[2], NULL, 10); i++) {
        GC_gcollect();
        print_cycle(bytes);
    }
    return EXIT_SUCCESS;
}
