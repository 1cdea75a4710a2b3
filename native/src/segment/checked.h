/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What may be followed in a segment that is not trusted [collector.trust], by the daemon and cl_validate: each value is
 * read once, checked, and used as it was then.
 */
#ifndef COLORS_CHECKED_H
#define COLORS_CHECKED_H

#include <string.h>

#include "address.h"
#include "colors.h"

static inline bool cl_has_object(const cl_space *space, cl_ref ref) {
    return ref.offset >= space->geometry.objects_offset && ref.offset < space->objects_end &&
           ref.offset % CL_GRANULE == 0;
}

/* Whether `bytes` from `offset` on lie in the classes space, behind its empty first granule and before `end`. */
static inline bool cl_has_block(const cl_space *space, uint64_t offset, uint64_t bytes, uint64_t end) {
    return offset % CL_GRANULE == 0 && offset > space->geometry.classes_offset && offset < end && bytes <= end - offset;
}

/* A shape as it was at one moment: nobody can change it after a check. */
typedef union cl_shape_copy {
    cl_shape shape;
    char room[sizeof(cl_shape) + CL_FIELDS_MAX * sizeof(cl_field)];
} cl_shape_copy;

/* Copies the shape of this id, whose block lies before `end`; false when there is none. */
static inline bool cl_copy_shape(const cl_space *space, uint32_t id, uint64_t end, cl_shape_copy *into) {
    uint64_t offset = space->geometry.classes_offset + cl_bytes(id);
    if (id > CL_SHAPE_ID_MASK || !cl_has_block(space, offset, sizeof(cl_shape), end)) {
        return false;
    }
    const char *source = (const char *)cl_at(space, offset);
    memcpy(&into->shape, source, sizeof into->shape);
    cl_fence_compiler(); /* the copy is what is checked */
    uint64_t fields = into->shape.field_count * (uint64_t)sizeof(cl_field);
    if (cl_load_relaxed(&into->shape.header.shape) != space->geometry.builtin_shape[CL_KIND_SHAPE] ||
        into->shape.field_count > CL_FIELDS_MAX || !cl_has_block(space, offset, sizeof(cl_shape) + fields, end)) {
        return false;
    }
    memcpy(into->shape.fields, source + sizeof(cl_shape), fields);
    cl_fence_compiler();
    return true;
}

/* Whether an entity of this kind is there: its shape, its kind, its hash and the name before `end` go together. */
static inline bool cl_is_entity(const cl_space *space, uint32_t granules, uint32_t kind, uint64_t end) {
    uint64_t offset = cl_bytes(granules);
    if (!cl_has_block(space, offset, sizeof(cl_entity), end)) {
        return false;
    }
    const cl_entity *entity = (const cl_entity *)cl_at(space, offset);
    uint32_t bytes = CL_ONCE(entity->header.length);
    return cl_load_acquire(&entity->header.shape) == space->geometry.builtin_shape[kind] &&
           CL_ONCE(entity->kind) == kind && bytes != 0 && bytes <= CL_NAME_BYTES_MAX &&
           cl_has_block(space, offset, sizeof(cl_entity) + bytes, end) &&
           CL_ONCE(entity->hash) == cl_entity_hash(kind, entity->name, bytes);
}

#endif
