/* SPDX-License-Identifier: Apache-2.0 */
#include "range.h"

#include "colors.h"
#include "object.h"
#include "segment.h"

uint64_t cl_ranges_use(uint64_t uses) {
    cl_client *client = &cl_self;
    cl_store_relaxed(&client->account.uses_ranges, uses != 0 && !client->readonly);
    return !client->readonly;
}

static uint64_t range_of(uint64_t start, uint64_t end) {
    return end == start ? 0 : cl_granules(start) | (uint64_t)cl_granules(end - start) << CL_RANGE_SHIFT;
}

static uint64_t start_of(uint64_t range) {
    return cl_bytes((uint32_t)(range & CL_RANGE_START_MASK));
}

static uint64_t end_of(uint64_t range) {
    return start_of(range) + cl_bytes((uint32_t)(range >> CL_RANGE_SHIFT));
}

/* Of a process's own chunk; the count is looked at, for others may write it. */
static _Atomic uint64_t *last_of(cl_ranges *ranges) {
    uint32_t count = cl_load_relaxed(&ranges->count);
    return count != 0 && count <= CL_CHUNK_RANGES ? &ranges->ranges[count - 1] : NULL;
}

/* A chunk that is current again and again, in turn with others, gets the rest of a buffer each time: one that nothing
 * was made in, and that was shrunk to nothing, makes room for the next. */
static void add(cl_ranges *ranges, uint64_t start, uint64_t end) {
    uint32_t count = cl_load_relaxed(&ranges->count);
    const _Atomic uint64_t *last = last_of(ranges);
    uint32_t next = last != NULL && cl_load_relaxed(last) == 0 ? count - 1 : count;
    if (start < end && next < CL_CHUNK_RANGES) {
        cl_store_release(&ranges->ranges[next], range_of(start, end)); /* before anything in it is published */
        ranges->bytes += (uint32_t)(end - start);
        cl_store_release(&ranges->count, next + 1);
    }
}

static void shrink(cl_ranges *ranges, uint64_t top, uint64_t limit) {
    _Atomic uint64_t *last = last_of(ranges);
    uint64_t range = last != NULL ? cl_load_relaxed(last) : 0;
    if (range != 0 && end_of(range) == limit && start_of(range) <= top) {
        cl_store_release(last, range_of(start_of(range), top));
        ranges->bytes -= (uint32_t)(limit - top);
    }
}

void cl_range_open(cl_mutator m) {
    if (cl_load_relaxed(&m.client->account.uses_ranges) && m.slot->chunk != 0) {
        add(cl_chunk_ranges(&m.client->space, m.slot->chunk - 1), m.slot->alloc_top, m.slot->alloc_limit);
    }
}

void cl_range_close(cl_mutator m) {
    if (cl_load_relaxed(&m.client->account.uses_ranges) && m.slot->chunk != 0 &&
        m.slot->alloc_top < m.slot->alloc_limit) {
        shrink(cl_chunk_ranges(&m.client->space, m.slot->chunk - 1), m.slot->alloc_top, m.slot->alloc_limit);
    }
}

void cl_range_move(cl_mutator m, uint32_t old) {
    cl_range_open(m);
    if (cl_load_relaxed(&m.client->account.uses_ranges) && old != 0 && m.slot->alloc_top < m.slot->alloc_limit) {
        shrink(cl_chunk_ranges(&m.client->space, old - 1), m.slot->alloc_top, m.slot->alloc_limit);
    }
}

void cl_range_shade(const cl_space *space, const cl_ranges *ranges, uint64_t gc) {
    for (uint32_t i = 0; i < CL_CHUNK_RANGES; i++) {
        cl_stretch stretch;
        if (!cl_range_read(space, cl_load_relaxed(&ranges->ranges[i]), &stretch)) {
            continue;
        }
        uint64_t start = cl_region_start(space, stretch.region);
        const _Atomic uint8_t *marks = cl_region_marks(space, stretch.region);
        for (uint32_t at = stretch.from; (at = cl_marks_next(marks, at, stretch.to)) < stretch.to; at++) {
            cl_shade(space, cl_ref_of(start + cl_bytes(at)), gc);
        }
    }
}

void cl_range_clear(cl_ranges *ranges) {
    for (uint32_t i = 0; i < CL_CHUNK_RANGES; i++) {
        cl_store_release(&ranges->ranges[i], 0);
    }
    ranges->bytes = 0;
    cl_store_release(&ranges->count, 0);
}
