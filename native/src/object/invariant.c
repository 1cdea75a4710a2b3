/* SPDX-License-Identifier: Apache-2.0 */
#include "invariant.h"

#include <stdio.h>
#include <stdlib.h>

#include "object.h"
#include "region.h"

void cl_invariant_broken(const char *what, const char *file, int line) {
    fprintf(stderr, "colors: %s:%d: broken: %s\n", file, line, what);
    abort();
}

#define STATES CL_REGION_STATES

/* Who may move a region from one state to another. */
static const uint8_t movers[STATES][STATES][2] = {
#define LEGAL(from, to, mover) [CL_REGION_##from][CL_REGION_##to][CL_REGION_BY_##mover] = 1,
    CL_REGION_TRANSITIONS(LEGAL)
#undef LEGAL
};

static bool has_owner(uint32_t state) {
    return state == CL_REGION_OWNED || state == CL_REGION_LARGE || state == CL_REGION_TAIL;
}

/* A large region that is being swept has its owner still. */
static bool keeps_owner(uint32_t from, uint32_t to) {
    uint32_t before = cl_region_state_of(from);
    uint32_t after = cl_region_state_of(to);
    bool same = cl_region_owner_of(from) == cl_region_owner_of(to);
    if (has_owner(after)) {
        return has_owner(before) || before == CL_REGION_SWEEPING ? same : cl_region_owner_of(to) != 0;
    }
    if (after == CL_REGION_HOLES || after == CL_REGION_BARE) {
        return true; /* something else is there */
    }
    return before == CL_REGION_LARGE ? same : cl_region_owner_of(to) == 0;
}

static bool keeps_epoch(uint32_t from, uint32_t to) {
    uint32_t before = cl_region_state_of(from);
    uint32_t after = cl_region_state_of(to);
    bool put_down = after == CL_REGION_HOLES || after == CL_REGION_FULL ||
                    (before == CL_REGION_SWEEPING && after == CL_REGION_FREE);
    return !put_down || cl_region_swept_of(from) == cl_region_swept_of(to);
}

bool cl_region_may_move(uint32_t from, uint32_t to, enum cl_region_mover mover) {
    uint32_t before = cl_region_state_of(from);
    uint32_t after = cl_region_state_of(to);
    return before < STATES && after < STATES && movers[before][after][mover] != 0 && keeps_owner(from, to) &&
           keeps_epoch(from, to);
}

static uint32_t state_of(const cl_space *space, uint32_t region) {
    return cl_region_state_of(cl_load_acquire(&space->regions[region]));
}

/* The object whose block begins last at or before an offset in its region; null: none does. The regions of a large
 * block are one. Nobody takes the mark byte of an object that the caller holds. */
static cl_ref object_before(const cl_space *space, uint64_t offset) {
    uint32_t region = cl_region_of(space, offset);
    uint64_t at = offset / CL_GRANULE * CL_GRANULE;
    while (region > 0 && state_of(space, region) == CL_REGION_TAIL) {
        region--;
        at = cl_region_start(space, region);
    }
    for (uint64_t start = cl_region_start(space, region); at >= start; at -= CL_GRANULE) {
        if (cl_load_acquire(cl_mark_at(space, cl_ref_of(at))) != 0) {
            return cl_ref_of(at);
        }
    }
    return CL_REF_NULL;
}

/* A block that is no object yet lies in a region that a slot owns, before what is left of its buffer, or is a large
 * one. */
static bool is_being_made(const cl_space *space, uint64_t from, uint64_t bytes) {
    uint32_t word = cl_load_acquire(&space->regions[cl_region_of(space, from)]);
    uint32_t state = cl_region_state_of(word);
    if (state != CL_REGION_OWNED) {
        return state == CL_REGION_LARGE || state == CL_REGION_TAIL;
    }
    uint32_t owner = cl_region_owner_of(word);
    const cl_slot *slot = cl_slot_at(space, owner - 1);
    return owner != 0 && owner <= CL_SLOT_MAX && from + bytes <= slot->alloc_top;
}

bool cl_is_inside_block(const cl_space *space, const volatile void *address, uint64_t bytes) {
    uint64_t from = (uint64_t)((const volatile char *)address - (const volatile char *)space->base);
    const cl_header *header = space->header;
    if (!cl_is_collected(space, cl_ref_of(from))) {
        return from > space->geometry.classes_offset && from < cl_load_acquire(&header->classes_top) &&
               bytes <= cl_load_acquire(&header->classes_top) - from;
    }
    if (from >= space->objects_end) {
        return false;
    }
    cl_ref object = object_before(space, from);
    uint64_t end = cl_ref_is_null(object) ? 0 : object.offset + cl_block_bytes_at(space, object);
    return from < end ? bytes <= end - from : is_being_made(space, from, bytes);
}
