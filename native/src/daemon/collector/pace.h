/* SPDX-License-Identifier: Apache-2.0 */
/*
 * When a cycle is due, how long its threads may yield, and what goes back to the system [collector.pace]: arithmetic
 * only. Bytes in use are counted as allocators take them; what a cycle did not find live is not in use.
 */
#ifndef COLORS_PACE_H
#define COLORS_PACE_H

#include <stdint.h>

#define CL_PACE_GROWTH_DEFAULT    100u
#define CL_PACE_FLOOR_DEFAULT     (32ull << 20)
#define CL_PACE_THRESHOLD_DEFAULT 70u

typedef struct cl_pace {
    uint64_t objects_bytes;     /* of the segment */
    uint64_t floor_bytes;       /* that may be allocated beyond what lives in any case */
    uint32_t growth_percent;    /* of what lives, that may be allocated beyond it */
    uint32_t threshold_percent; /* of the objects space, at which a cycle is due in any case */
} cl_pace;

/* What a cycle found, when it sweeps. */
typedef struct cl_paced {
    uint64_t live_bytes;   /* that it marked, without what ranges held */
    uint64_t rooted_bytes; /* that ranges of chunks hold now: no cycle frees them */
    uint64_t used_bytes;   /* when it swept: what lived, and what was allocated since the flip */
    uint64_t during_bytes; /* allocated while a cycle runs, by experience */
} cl_paced;

/* So many bytes may be in use when the next cycle ends. */
uint64_t cl_pace_goal(const cl_pace *pace, uint64_t live_bytes);
/* The next cycle is due at so many bytes in use: more than there were when this one swept. */
uint64_t cl_pace_trigger(const cl_pace *pace, const cl_paced *found);
/* The threads of a cycle that began at `used_bytes` do not yield any more at so many in use. */
uint64_t cl_pace_deadline(const cl_pace *pace, uint64_t live_bytes, uint64_t used_bytes);
/* What is expected of the next cycle after `during_bytes` in this one and an expectation of `before_bytes`. */
uint64_t cl_pace_expect(uint64_t before_bytes, uint64_t during_bytes);
/* How much of `empty_bytes` stays at one step of giving memory back, when `keep_bytes` shall stay in the end. */
uint64_t cl_pace_keep(uint64_t empty_bytes, uint64_t keep_bytes);

#endif
