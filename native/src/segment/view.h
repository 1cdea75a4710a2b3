/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the parts of a segment are, by a copy of its header [collector.trust]. Attached processes may write anything
 * anywhere, at any time: so the daemon and cl_validate take no offset or size from the segment's own header (address.h
 * does), and read each other value once, check that, and use that.
 */
#ifndef COLORS_VIEW_H
#define COLORS_VIEW_H

#include <string.h>

#include "address.h"
#include "base.h"
#include "colors.h"

typedef struct cl_view {
    char *base;
    cl_header header; /* a copy from when the segment was made; counters and words in it mean nothing */
    uint32_t region_count;
    uint64_t objects_end;
    _Atomic uint8_t *marks; /* of the first granule of the objects space */
    const _Atomic uint32_t *regions; /* to be read: region.h has what writes it */
    cl_header *live; /* the header in the segment, for words and counters */
} cl_view;

/* A view of a segment; the geometry is as good as the header was at this moment. */
static inline cl_view cl_view_of(const void *base) {
    cl_view view = {.base = (char *)(uintptr_t)base, .live = (cl_header *)(uintptr_t)base};
    memcpy(&view.header, base, sizeof view.header);
    cl_fence_compiler(); /* what follows uses the copy */
    view.region_count = (uint32_t)(view.header.objects_bytes >> CL_REGION_SHIFT);
    view.objects_end = view.header.objects_offset + ((uint64_t)view.region_count << CL_REGION_SHIFT);
    /* Not checked yet: an address must not overflow. */
    if (view.header.marks_offset <= CL_REFERENCE_END && view.header.regions_offset <= CL_REFERENCE_END) {
        view.marks = (_Atomic uint8_t *)(view.base + view.header.marks_offset);
        view.regions = (const _Atomic uint32_t *)(void *)(view.base + view.header.regions_offset);
    }
    return view;
}

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

/* Whether `bytes` from `offset` on lie in the classes space, behind its empty first granule and before `end`. */
static inline bool cl_view_has_block(const cl_view *view, uint64_t offset, uint64_t bytes, uint64_t end) {
    return offset % CL_GRANULE == 0 && offset > view->header.classes_offset && offset < end && bytes <= end - offset;
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

static inline cl_ranges *cl_view_chunk_ranges(const cl_view *view, uint32_t index) {
    return (cl_ranges *)cl_view_at(view, view->header.chunk_ranges_offset) + index;
}

static inline uint64_t cl_view_chunk_entries(const cl_view *view, uint32_t index) {
    return view->header.chunk_entries_offset + index * CL_CHUNK_BYTES;
}

static inline _Atomic uint64_t *cl_view_word(const cl_view *view, uint64_t place) {
    return (_Atomic uint64_t *)cl_view_at(view, place);
}

static inline cl_object_header *cl_view_object(const cl_view *view, uint64_t reference) {
    return (cl_object_header *)cl_view_at(view, reference);
}

/* A shape as it was at one moment: nobody can change it after a check. */
typedef union cl_shape_copy {
    cl_shape shape;
    char room[sizeof(cl_shape) + CL_FIELDS_MAX * sizeof(cl_field)];
} cl_shape_copy;

/* Copies the shape of this id, whose block lies before `end`; false when there is none. */
static inline bool cl_view_copy_shape(const cl_view *view, uint32_t id, uint64_t end, cl_shape_copy *into) {
    uint64_t offset = view->header.classes_offset + cl_bytes(id);
    if (id > CL_SHAPE_ID_MASK || !cl_view_has_block(view, offset, sizeof(cl_shape), end)) {
        return false;
    }
    const char *source = (const char *)cl_view_at(view, offset);
    memcpy(&into->shape, source, sizeof into->shape);
    cl_fence_compiler(); /* the copy is what is checked */
    uint64_t fields = into->shape.field_count * (uint64_t)sizeof(cl_field);
    if (cl_load_relaxed(&into->shape.header.shape) != view->header.builtin_shape[CL_KIND_SHAPE] ||
        into->shape.field_count > CL_FIELDS_MAX || !cl_view_has_block(view, offset, sizeof(cl_shape) + fields, end)) {
        return false;
    }
    memcpy(into->shape.fields, source + sizeof(cl_shape), fields);
    cl_fence_compiler();
    return true;
}

/* Whether an entity of this kind is there: its shape, its kind, its hash and the name before `end` go together. */
static inline bool cl_view_is_entity(const cl_view *view, uint32_t granules, uint32_t kind, uint64_t end) {
    uint64_t offset = cl_bytes(granules);
    if (!cl_view_has_block(view, offset, sizeof(cl_entity), end)) {
        return false;
    }
    const cl_entity *entity = (const cl_entity *)cl_view_at(view, offset);
    uint32_t bytes = CL_ONCE(entity->header.length);
    return cl_load_acquire(&entity->header.shape) == view->header.builtin_shape[kind] &&
           CL_ONCE(entity->kind) == kind && bytes != 0 && bytes <= CL_NAME_BYTES_MAX &&
           cl_view_has_block(view, offset, sizeof(cl_entity) + bytes, end) &&
           CL_ONCE(entity->hash) == cl_entity_hash(kind, entity->name, bytes);
}

#endif
