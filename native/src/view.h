/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The daemon's own idea of where the parts of its segment are [collector.trust]. Attached processes may write anything
 * anywhere, so the collector takes no offset or size from the segment's header, and checks all it reads.
 */
#ifndef COLORS_VIEW_H
#define COLORS_VIEW_H

#include "address.h"
#include "colors.h"

typedef struct cl_view {
    char *base;
    cl_header header; /* a copy from when the segment was made; counters and words in it mean nothing */
    uint32_t region_count;
    uint64_t objects_end;
    _Atomic uint8_t *marks; /* of the first granule of the objects space */
    _Atomic uint32_t *regions;
    cl_header *live; /* the header in the segment, for words and counters */
} cl_view;

/* Looks at the segment that this process made, before anyone else can write to it. */
void cl_view_take(void *base);
/* What cl_view_take saw. */
const cl_view *cl_view_get(void);

static inline bool cl_view_has_object(const cl_view *view, uint64_t reference) {
    return reference >= view->header.objects_offset && reference < view->objects_end && reference % CL_GRANULE == 0;
}

static inline _Atomic uint8_t *cl_view_mark(const cl_view *view, uint64_t reference) {
    return &view->marks[(reference - view->header.objects_offset) >> CL_GRANULE_SHIFT];
}

static inline uint32_t cl_view_region_of(const cl_view *view, uint64_t reference) {
    return (uint32_t)((reference - view->header.objects_offset) >> CL_REGION_SHIFT);
}

static inline uint64_t cl_view_region_start(const cl_view *view, uint32_t index) {
    return view->header.objects_offset + ((uint64_t)index << CL_REGION_SHIFT);
}

static inline void *cl_view_at(const cl_view *view, uint64_t offset) {
    return view->base + offset;
}

static inline cl_slot *cl_view_slot(const cl_view *view, uint32_t index) {
    return (cl_slot *)cl_view_at(view, view->header.slots_offset) + index;
}

static inline cl_vm *cl_view_vm(const cl_view *view, uint32_t index) {
    return (cl_vm *)cl_view_at(view, view->header.vms_offset) + index;
}

static inline cl_chunk *cl_view_chunk(const cl_view *view, uint32_t index) {
    return (cl_chunk *)cl_view_at(view, view->header.chunks_offset) + index;
}

static inline uint64_t cl_view_chunk_entries(const cl_view *view, uint32_t index) {
    return view->header.chunk_entries_offset + index * CL_CHUNK_BYTES;
}

#endif
