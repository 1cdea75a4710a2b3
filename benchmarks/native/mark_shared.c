/* SPDX-License-Identifier: Apache-2.0 */
/* mark_shared SEGMENT BYTES CYCLES: makes the graph in a shared segment, then prints what each cycle of the collector
 * took. */
#include <stdio.h>
#include <stdlib.h>

#include "shared_graph.h"

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: %s SEGMENT BYTES CYCLES\n", arguments[0]);
        return EXIT_FAILURE;
    }
    shared_attach(arguments[1], "mark_shared");
    node root = node_make();
    cl_store_at(shared_slot, shared_repository("bench.graph"), root);
    graph_build(root, strtoull(arguments[2], NULL, 10));
    shared_collect();
    for (long i = 0; i < strtol(arguments[3], NULL, 10); i++) {
        shared_collect();
        shared_print_cycle();
    }
    return EXIT_SUCCESS;
}
