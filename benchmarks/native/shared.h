/* SPDX-License-Identifier: Apache-2.0 */
/* A benchmark program's place in a shared segment. Every failure ends the program with its message. */
#ifndef BENCH_SHARED_H
#define BENCH_SHARED_H

#include <stdbool.h>

#include "colors.h"

enum { SHARED_VALUE, SHARED_LEFT, SHARED_RIGHT, SHARED_FIELDS }; /* slots of a node: 48 bytes with its header */

extern char *shared_base;
extern uint64_t shared_slot;         /* of the only thread */
extern uint32_t shared_filled_chunk; /* of the root log, + 1, as in the slot: the one that is filled now, or was */

void shared_attach(const char *segment, const char *program);
uint64_t shared_make(void); /* a node: a root until the chunk of the root log that it is in is freed */
void shared_free_chunk(void);
uint64_t shared_repository(const char *key); /* the place of its value */
void shared_collect(void);
const cl_header *shared_header(void);
void shared_print_cycle(void); /* "cycle" and the times, objects and bytes of the last one */

static inline bool shared_is_chunk_full(void) {
    return ((cl_slot *)(shared_base + shared_slot))->chunk != shared_filled_chunk;
}

/* Frees a full chunk: what is not linked or kept by then is garbage. */
static inline void shared_forget(void) {
    if (shared_is_chunk_full()) {
        shared_free_chunk();
    }
}

#endif
