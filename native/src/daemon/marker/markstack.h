/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A worker's mark stack: bounded, private, with packets that others steal. When it is full, or others are idle, its
 * older half becomes a packet in the worker's ring. Entries are references in granules, not yet looked at.
 */
#ifndef COLORS_MARKSTACK_H
#define COLORS_MARKSTACK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define CL_PACKETS 16u /* a ring has at most so many */

typedef struct cl_packet {
    uint32_t count;
    uint32_t *entries; /* as many as half a stack */
} cl_packet;

typedef struct cl_markstack {
    uint32_t capacity;
    uint32_t count;
    uint32_t *entries;

    pthread_mutex_t lock; /* of the ring */
    _Atomic uint32_t packets;
    uint32_t oldest;
    cl_packet ring[CL_PACKETS];
} cl_markstack;

/* Returns 1, 0 when there is no memory. */
int cl_markstack_open(cl_markstack *stack, uint32_t capacity);
void cl_markstack_close(cl_markstack *stack);
/* Makes the older half of the stack, at least one entry, a packet. False when the ring is full. */
bool cl_markstack_shed(cl_markstack *stack);
/* Moves the oldest packet of a ring, one's own or another's, onto an empty stack of the same capacity. */
bool cl_markstack_steal(cl_markstack *from, cl_markstack *to);

#endif
