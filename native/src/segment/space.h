/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A segment as one process has it mapped: its base, and where its parts are. The geometry is a copy of the header,
 * checked once: by a client when it attaches, by the daemon when it makes or adopts the segment [collector.trust].
 * Attached processes may write anything anywhere, at any time, so no offset or size is taken from the header again.
 */
#ifndef COLORS_SPACE_H
#define COLORS_SPACE_H

#include <string.h>

#include "base.h"
#include "colors_layout.h"

typedef struct cl_space {
    char *base;                      /* NULL: there is none */
    cl_header *header;               /* in the segment, for words and counters */
    _Atomic uint8_t *marks;          /* of the first granule of the objects space */
    const _Atomic uint32_t *regions; /* to be read: region.h has what writes it */
    uint64_t objects_end;
    uint32_t region_count;
    cl_header geometry; /* a copy: words and counters in it mean nothing */
} cl_space;

/* As good as the header was at this moment. */
static inline cl_space cl_space_of(const void *base) {
    cl_space space = {.base = (char *)(uintptr_t)base, .header = (cl_header *)(uintptr_t)base};
    memcpy(&space.geometry, base, sizeof space.geometry);
    cl_fence_compiler(); /* what follows uses the copy */
    space.region_count = (uint32_t)(space.geometry.objects_bytes >> CL_REGION_SHIFT);
    space.objects_end = space.geometry.objects_offset + ((uint64_t)space.region_count << CL_REGION_SHIFT);
    /* Not checked yet: an address must not overflow. */
    if (space.geometry.marks_offset <= CL_REFERENCE_END && space.geometry.regions_offset <= CL_REFERENCE_END) {
        space.marks = (_Atomic uint8_t *)(space.base + space.geometry.marks_offset);
        space.regions = (const _Atomic uint32_t *)(void *)(space.base + space.geometry.regions_offset);
    }
    return space;
}

#endif
