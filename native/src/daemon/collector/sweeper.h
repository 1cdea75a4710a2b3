/* SPDX-License-Identifier: Apache-2.0 */
/*
 * D6 by the daemon, beside the allocators that sweep what they claim [collector.sweep]; and memory back to the system.
 */
#ifndef COLORS_SWEEPER_H
#define COLORS_SWEEPER_H

#include <pthread.h>

#include "segment.h"

typedef struct cl_swept {
    uint64_t freed_objects;
    uint64_t hole_bytes; /* free bytes in regions that hold objects, by the marker's estimate */
    uint64_t free_bytes; /* in regions that hold none */
} cl_swept;

/* Held while a region that a slot owns is swept by the daemon: the sweeper and the reclaimer of a dead owner. */
extern pthread_mutex_t cl_owned_region_lock;

/* From now on what has the epoch before is dead, and allocators sweep what they claim. */
void cl_sweeper_begin(const cl_space *space, uint32_t epoch);
/* Between the two no such begin. `mark`: of an object, looked at when none can come any more; returns whether the
 * object is not one that is swept: then it stays one until cl_sweeper_release. */
bool cl_sweeper_hold(const cl_space *space, const _Atomic uint8_t *mark);
void cl_sweeper_release(void);
/* Sweeps every region for the finished cycle `epoch`, on all workers. */
cl_swept cl_sweeper_run(const cl_space *space, uint32_t epoch);
/* Of the regions that have memory and hold no object. */
uint64_t cl_sweeper_empty_bytes(const cl_space *space);
/* Gives back the memory of empty regions, but for `keep_bytes` of them. */
void cl_sweeper_give_back(const cl_space *space, int memory, uint64_t keep_bytes);
/* Gives back the memory of regions that the caller has, each with the word `held`, if they have any, and puts them
 * down. */
void cl_sweeper_punch(const cl_space *space, int memory, uint32_t first, uint32_t end, uint32_t held);

/* After an earlier daemon, when nobody sweeps [collector.adoption]. Regions that it had taken are put down again;
 * `sweeping`: it had marked all of `epoch`, so what has the epoch before is dead. */
void cl_sweeper_settle(const cl_space *space, int memory, uint32_t epoch, bool sweeping);
/* The regions that a slot owns and that say they were swept: the daemon may have died before that was true. An array,
 * to be freed; NULL without memory. */
bool *cl_sweeper_find_half_swept(const cl_space *space, uint32_t epoch);
/* Sweeps them, one grace period later: then no sweep of theirs by an allocator is under way, and none begins. */
void cl_sweeper_sweep_again(const cl_space *space, uint32_t epoch, const bool *half);

#endif
