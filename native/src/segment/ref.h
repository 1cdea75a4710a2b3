/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A reference: the offset of an object, or of another block with a header, from the segment's start. Stored as such in
 * tagged words, in granules elsewhere. The API has it as a uint64_t; in here no number passes for one.
 */
#ifndef COLORS_REF_H
#define COLORS_REF_H

#include <stdbool.h>

#include "colors_layout.h"

typedef struct cl_ref {
    uint64_t offset; /* 0: null */
} cl_ref;

#define CL_REF_NULL ((cl_ref){0})

static inline cl_ref cl_ref_of(uint64_t offset) {
    return (cl_ref){offset};
}

static inline cl_ref cl_ref_of_granules(uint32_t granules) {
    return (cl_ref){(uint64_t)granules << CL_GRANULE_SHIFT};
}

static inline uint32_t cl_ref_granules(cl_ref ref) {
    return (uint32_t)(ref.offset >> CL_GRANULE_SHIFT);
}

static inline bool cl_ref_is_null(cl_ref ref) {
    return ref.offset == 0;
}

static inline bool cl_refs_are_same(cl_ref a, cl_ref b) {
    return a.offset == b.offset;
}

#endif
