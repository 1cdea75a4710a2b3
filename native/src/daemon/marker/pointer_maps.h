/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pointer map of a shape: the size of its instances and which of their slots hold references. Made once
 * for each shape from a checked copy, kept in the daemon's own memory: shapes are immutable and immortal.
 */
#ifndef COLORS_POINTER_MAPS_H
#define COLORS_POINTER_MAPS_H

#include "segment.h"

typedef struct cl_pointer_map {
    uint16_t kind; /* enum cl_kind */
    uint16_t inline_slots;
    uint16_t total_slots;
    uint16_t inline_tagged; /* entries of tagged[] below inline_slots; they come first */
    uint16_t tagged_count;
    uint16_t tagged[]; /* slots, removed fields' too: a reader with an old shape may still load from them */
} cl_pointer_map;

/* Room for every shape id of the segment. Returns 1, 0 on error. */
int cl_pointer_maps_open(const cl_space *space, cl_error *error);
/* Of a shape id as found in an object; NULL when that is no shape of instances in the objects space. */
const cl_pointer_map *cl_pointer_maps_find(const cl_space *space, uint32_t id);
void cl_pointer_maps_close(void);

#endif
