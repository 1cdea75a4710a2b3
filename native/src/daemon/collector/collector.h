/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The collector: a thread of the daemon that runs cycles [collector.cycle]: when one is due, grace periods, sweeping.
 *
 * Uses: base segment object rootlog daemon/peers daemon/marker
 * Used by: daemon/recovery daemon/server
 */
#ifndef COLORS_COLLECTOR_H
#define COLORS_COLLECTOR_H

#include <stdbool.h>

#include "colors.h"
#include "segment.h"
#include "sweeper.h"

typedef struct cl_collector_options {
    uint32_t threshold_percent; /* of the objects space, at which a cycle is due; 0: CL_PACE_THRESHOLD_DEFAULT */
    uint32_t growth_percent;    /* of what lives, after which one is due; 0: CL_PACE_GROWTH_DEFAULT */
    uint64_t floor_bytes;       /* but not after less; 0: CL_PACE_FLOOR_DEFAULT */
    uint32_t workers;           /* 0: half of the processors */
    uint32_t interval_ms;       /* a cycle at least so often; 0: only when it is due or asked for */
    uint32_t mark_stack;        /* entries; 0: CL_MARK_STACK_DEFAULT */
} cl_collector_options;

/* Prepares for the segment that this process made. Returns 1, 0 on error. */
int cl_collector_open(const cl_collector_options *options, cl_error *error);
void cl_collector_close(void);
/* One cycle, on the calling thread and the workers. False when the heap is corrupt or the collector is to stop. */
bool cl_collector_cycle(void);
/* Ends what an earlier daemon began, wherever it was [collector.adoption]. False as above. */
bool cl_collector_resume(void);
/* Runs cycles when they are due, on a thread of its own, until stopped; first resumes, if that is said and when all
 * readers are back. Returns 1, 0 on error. */
int cl_collector_start(bool resume, cl_error *error);
void cl_collector_stop(void);

/* Bytes that the ranges of all chunks hold: no cycle frees them before the chunks are freed. As far as can be known:
 * the owners go on meanwhile, and may have written anything there. */
uint64_t cl_rooted_bytes(const cl_space *space);

#endif
