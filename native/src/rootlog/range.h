/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ranges [layout.range], [model.range]: what a slot allocates stands in no log; the memory that it allocates in stands
 * in its current chunk as a range, from before the first object in it is published. Where the slot goes on to another
 * chunk, the rest of its buffer becomes a range of that one, before anything is published there, and the old range
 * shrinks to what was taken. So an object stays in the chunk that it was published in, and no root moves.
 */
#ifndef COLORS_RANGE_H
#define COLORS_RANGE_H

#include "object.h"

/* What a range holds: mark bytes of one region, from and to before an index. */
typedef struct cl_stretch {
    uint32_t region;
    uint32_t from, to;
} cl_stretch;

/* Reads a range; false when it is none. Any process may have written it. */
static inline bool cl_range_read(const cl_space *space, uint64_t range, cl_stretch *stretch) {
    uint64_t start = range & CL_RANGE_START_MASK;
    uint64_t first = cl_granules(space->geometry.objects_offset);
    uint64_t count = range >> CL_RANGE_SHIFT;
    if (count == 0 || start < first || (start - first) / CL_REGION_GRANULES >= space->region_count) {
        return false;
    }
    stretch->region = (uint32_t)((start - first) / CL_REGION_GRANULES);
    stretch->from = (uint32_t)((start - first) % CL_REGION_GRANULES);
    stretch->to = stretch->from + (uint32_t)(count <= CL_REGION_GRANULES ? count : CL_REGION_GRANULES + 1);
    return stretch->to <= CL_REGION_GRANULES;
}

/* The slot's buffer, in which nothing was published yet, as a range of its current chunk; not if that has no room. */
void cl_range_open(cl_mutator m);
/* Before the slot's buffer becomes another one, or none: its range ends where the buffer was taken to. */
void cl_range_close(cl_mutator m);
/* The slot has a new chunk, and `old` had its buffer's range. */
void cl_range_move(cl_mutator m, uint32_t old);
/* M5 inside an operation: shades, while reports are outstanding, what the ranges hold. */
void cl_range_shade(const cl_space *space, const cl_ranges *ranges, uint64_t gc);
/* No range is left. */
void cl_range_clear(cl_ranges *ranges);

#endif
