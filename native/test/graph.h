/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The stress: several processes change one graph at random. ci/stress has the same mutator in Java and Python.
 *
 * Common part: GRAPH_ROOTS repositories hold nodes of level 0; a, b and c of a node of level n hold nodes of level n +
 * 1, back one above it; so the graph has cycles and does not grow for ever. Anybody changes it. A node's stamp never
 * changes and says what its text and its added fields hold, which is checked wherever anybody comes along.
 *
 * Private part: lists that only one mutator changes. It knows the stamps in them, and roots them as it likes: by a
 * repository, by its root log, or by both. A list goes to another mutator through a mailbox, with the sum of its
 * stamps.
 *
 * Barrier: a mutator runs while the repository stress.control is odd, and repeats it in stress.ack.INDEX while it is
 * even.
 */
#ifndef TEST_GRAPH_H
#define TEST_GRAPH_H

#include "check.h"
#include "words.h"

#define GRAPH_MUTATORS 10 /* at the same time, each with an index below it */
#define GRAPH_ROOTS    32
#define GRAPH_LEVELS   5
#define GRAPH_EXTRAS   6 /* fields x0 to x5 are added and removed */
#define GRAPH_LISTS    8
#define GRAPH_LENGTH   16 /* nodes in a private list, at most */
#define GRAPH_END      (-1)

enum graph_slot { GRAPH_STAMP, GRAPH_LEVEL, GRAPH_OWNER, GRAPH_SUM, GRAPH_TEXT, GRAPH_A, GRAPH_B, GRAPH_C, GRAPH_BACK };

typedef struct graph_counts {
    uint64_t operations, nodes, sent, taken, full; /* full: the heap was, so roots were dropped */
} graph_counts;

/* Finds or makes the class and its first version. Before any mutator starts. */
void graph_open(void);
/* One mutator of this process, until the control is GRAPH_END. Its failures are those of CHECK. */
graph_counts graph_mutate(uint64_t slot, uint32_t index, uint64_t seed);
uint64_t graph_repository(const char *name, uint32_t index);

#endif
