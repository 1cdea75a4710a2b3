/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What lies in the objects space: sizes of objects, tagged words, numbers, mark bytes, region words, and one heap
 * operation on them (mutator.h).
 *
 * Uses: base segment
 * Used by: classes rootlog heap containers sync validator client daemon/marker daemon/collector daemon/recovery
 */
#ifndef COLORS_OBJECT_H
#define COLORS_OBJECT_H

#include <stdbool.h>

#include "colors.h"
#include "invariant.h"
#include "marks.h"
#include "mutator.h"
#include "number.h"
#include "place.h"
#include "region.h"
#include "table.h"
#include "word.h"

/* Bytes of the block of an object, by the kind and inline slots of its shape and by its own length. */
static inline uint64_t cl_block_bytes(uint32_t kind, uint32_t inline_slots, uint32_t length) {
    switch (kind) {
    case CL_KIND_STRING:
        return cl_round_up(sizeof(cl_string_head) + (uint64_t)length, CL_GRANULE);
    case CL_KIND_BINARY:
    case CL_KIND_BYTES:
    case CL_KIND_FLAT:
        return cl_round_up(sizeof(cl_object_header) + (uint64_t)length, CL_GRANULE);
    case CL_KIND_BOX_INTEGER:
    case CL_KIND_BOX_FLOAT:
        return cl_object_bytes(1);
    case CL_KIND_EXTENSION:
    case CL_KIND_ARRAY:
    case CL_KIND_ARRAY_INT64:
    case CL_KIND_ARRAY_FLOAT64:
        return cl_object_bytes(length);
    case CL_KIND_LIST:
    case CL_KIND_TUPLE:
    case CL_KIND_SET:
    case CL_KIND_FROZEN_SET:
    case CL_KIND_MAP:
        return sizeof(cl_container);
    case CL_KIND_TABLE:
        return cl_table_bytes(length);
    default:
        return cl_object_bytes(inline_slots);
    }
}

/* The same for an object of a segment that is trusted. Evolution changes neither kind nor inline slots. */
static inline uint64_t cl_block_bytes_at(const cl_space *space, cl_ref ref) {
    const cl_object_header *object = cl_object_at(space, ref);
    const cl_shape *shape = cl_shape_at(space, cl_load_acquire(&object->shape));
    return cl_block_bytes(shape->kind, shape->inline_slots, object->length);
}

#endif
