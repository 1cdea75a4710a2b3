/* SPDX-License-Identifier: Apache-2.0 */
/*
 * walk SEGMENT NODES shuffled|ordered SAMPLES: along a list with raw loads and by the reference protocol, in turn.
 * Prints "raw NS" and "protocol NS", processor time of the thread per hop, for each sample.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared_graph.h"
#include "timing.h"

#define HOPS_LEAST 4000000u

static node root;

/* Below root.right, along right; along left in the order of allocation. */
static void build(uint64_t count, bool shuffled) {
    node *nodes = malloc(count * sizeof *nodes);
    for (uint64_t i = 0; i < count; i++) {
        nodes[i] = node_make();
        node_link(i == 0 ? root : nodes[i - 1], i == 0 ? GRAPH_RIGHT : GRAPH_LEFT, nodes[i]);
    }
    if (shuffled) {
        graph_shuffle(nodes + 1, count - 1);
    }
    for (uint64_t i = 0; i + 1 < count; i++) {
        node_link(nodes[i], GRAPH_RIGHT, nodes[i + 1]);
    }
    free(nodes);
}

static uint64_t place_of_right(node at) {
    return at + sizeof(cl_object_header) + SHARED_RIGHT * sizeof(uint64_t);
}

static uint64_t walk_raw(void) {
    uint64_t hops = 0;
    for (node at = root; at != CL_TAG_NULL; hops++) {
        at = atomic_load_explicit((_Atomic uint64_t *)(shared_base + place_of_right(at)), memory_order_acquire);
    }
    return hops;
}

static uint64_t walk_protocol(void) {
    uint64_t hops = 0;
    for (node at = root; at != CL_TAG_NULL; hops++) {
        at = cl_load_at(shared_slot, place_of_right(at));
        shared_forget();
    }
    return hops;
}

static void sample(const char *name, uint64_t (*walk)(void)) {
    uint64_t hops = 0;
    uint64_t began = timing_cpu();
    while (hops < HOPS_LEAST) {
        hops += walk();
    }
    printf("%s %.4f\n", name, (double)(timing_cpu() - began) / (double)hops);
}

int main(int count, char **arguments) {
    if (count != 5) {
        fprintf(stderr, "usage: %s SEGMENT NODES shuffled|ordered SAMPLES\n", arguments[0]);
        return EXIT_FAILURE;
    }
    shared_attach(arguments[1], "walk");
    root = node_make();
    cl_store_at(shared_slot, shared_repository("bench.walk"), root);
    build(strtoull(arguments[2], NULL, 10), strcmp(arguments[3], "shuffled") == 0);
    for (long i = strtol(arguments[4], NULL, 10); i > 0; i--) {
        sample("raw", walk_raw);
        sample("protocol", walk_protocol);
    }
    return EXIT_SUCCESS;
}
