/* SPDX-License-Identifier: Apache-2.0 */
/* A walk over all named things of some buckets [layout.names] that trusts nothing it reads. */
#ifndef COLORS_NAMES_H
#define COLORS_NAMES_H

#include "segment.h"

typedef struct cl_names_walk {
    const cl_space *space;
    uint64_t classes_end; /* nothing that reaches behind it is looked at */
    uint64_t steps;       /* left: lists may be cyclic, and nodes lead to themselves */
    /* Called with each entity, and the first of its list. Its cl_entity is inside the classes, without the name; its
     * hash fits its place. Returns whether to go on. */
    bool (*visit)(struct cl_names_walk *walk, uint32_t entity, uint32_t first);
    void *argument;
    uint32_t bucket; /* where it is */
    uint32_t bad;    /* what leads to no entity or node */
} cl_names_walk;

/* Enough steps for all that can be in so much of the classes &space-> */
static inline uint64_t cl_names_steps(uint64_t classes_bytes) {
    return classes_bytes / sizeof(cl_entity);
}

/* Where a block of the walk's classes space lies, NULL when it is not inside. */
static inline void *cl_names_block(const cl_names_walk *walk, uint32_t granules, uint64_t bytes) {
    uint64_t offset = cl_bytes(granules);
    bool inside = offset > walk->space->geometry.classes_offset && offset < walk->classes_end &&
                  bytes <= walk->classes_end - offset;
    return inside ? cl_at(walk->space, offset) : NULL;
}

static inline uint32_t cl_bucket_kind(uint32_t bucket) {
    return CL_KIND_NAME + (bucket >> CL_NAME_BUCKETS_LOG2);
}

/* False when a visit said so, or something leads nowhere: then `bad` is not 0. */
bool cl_names_walk_bucket(cl_names_walk *walk, uint32_t bucket);

/* As cl_entity_find and cl_entity_intern. */
uint32_t cl_names_find(const cl_space *space, uint32_t kind, const char *name, size_t bytes);
uint32_t cl_names_intern(cl_client *client, uint32_t kind, const char *name, size_t bytes, cl_error *error);

#endif
