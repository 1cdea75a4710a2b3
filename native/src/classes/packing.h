/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where fields go in the slots of a shape [layout.packing]: each takes the first bytes that are free, aligned to its
 * size. So the same fields in the same order are always at the same places.
 */
#ifndef COLORS_PACKING_H
#define COLORS_PACKING_H

#include <stdbool.h>

#include "colors.h"

typedef struct cl_packing {
    uint32_t slots;              /* up to the last one in use */
    uint8_t used[CL_FIELDS_MAX]; /* of each slot, a bit for each byte */
} cl_packing;

static inline bool cl_is_same_place(const cl_field *a, const cl_field *b) {
    return a->slot == b->slot && a->byte == b->byte;
}

static inline void cl_put_at(cl_field *field, const cl_field *place) {
    field->slot = place->slot;
    field->byte = place->byte;
}

/* Takes the bytes of a field at its place. False when that is not aligned, outside, or another's in part. */
bool cl_packing_take(cl_packing *packing, const cl_field *field);
/* Gives a field its place: the first from the slot `from` on. False when there is none. */
bool cl_packing_add(cl_packing *packing, cl_field *field, uint32_t from);

#endif
