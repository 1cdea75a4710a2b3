/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists, sets and maps. What they have in common: a head, whose store commits, and a lock [layout.containers].
 *
 * Uses: base segment object rootlog heap
 * Used by: sync
 */
#ifndef COLORS_CONTAINERS_H
#define COLORS_CONTAINERS_H

#include "lock.h"
#include "segment.h"

static inline cl_container *cl_container_at(const cl_space *space, cl_ref container) {
    return cl_at(space, container.offset);
}

static inline uint32_t cl_head_count(uint64_t head) {
    return (uint32_t)(head & CL_HEAD_COUNT_MASK);
}

/* The array or table, null: none. */
static inline cl_ref cl_head_part(uint64_t head) {
    return cl_ref_of_granules((uint32_t)(head >> CL_HEAD_PART_SHIFT));
}

/* `count`: with CL_HEAD_INT64 where it belongs. */
static inline uint64_t cl_head_of(cl_ref part, uint32_t count) {
    return (uint64_t)cl_ref_granules(part) << CL_HEAD_PART_SHIFT | count;
}

/* The kind of a builtin object. */
uint32_t cl_builtin_kind(const cl_space *space, cl_ref object);
/* Whether a caller's words are values; else an error. */
int cl_are_values(const uint64_t *words, uint64_t count, cl_error *error);

/* As cl_list_get, of a flat array, whose elements come as a list's: raw integers, raw floats, or tagged words. */
int32_t cl_flat_get(cl_mutator m, cl_ref array, uint32_t index, cl_element *element, cl_error *error);

/* Makes a container with this head. Returns its reference, 0 on error. */
cl_ref cl_container_make(cl_mutator m, uint32_t kind, uint64_t head, cl_error *error);
/* An error: an operation for containers of one kind was called for something else. Returns 0. */
int cl_container_refuse(const cl_space *space, cl_ref container, uint32_t kind, cl_error *error);
/* Takes the lock for a change; `kind` and `other` are those that the operation is for. */
enum cl_taken cl_container_lock(cl_mutator m, cl_ref container, uint32_t kind, uint32_t other, cl_error *error);
/* Returns `result`. */
int32_t cl_container_unlock(cl_mutator m, cl_ref container, int32_t result);

/* A part on its way into a head. */
typedef struct cl_part {
    cl_ref ref;
    bool fresh; /* a block that is no object yet */
} cl_part;

/* The store that commits a change: by the owner of the lock. `count` as in cl_head_of. */
void cl_container_commit(cl_mutator m, cl_ref container, cl_part part, uint32_t count);

#endif
