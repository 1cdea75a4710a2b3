/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A reader's area [layout.reader]: a small memfd with the slots and chunks of one process that cannot write to the
 * segment. The process maps it over that part of the slot table, the chunk heads and the chunks; all others, the daemon
 * too, see the segment's own pages there, which say that the places are taken. The daemon has the area beside the
 * segment, to read (readers.h).
 */
#ifndef COLORS_AREA_H
#define COLORS_AREA_H

#include "colors.h"

#define CL_AREA_SLOTS  (CL_PAGE / (uint32_t)sizeof(cl_slot))
#define CL_AREA_CHUNKS (CL_PAGE / (uint32_t)sizeof(cl_chunk))
#define CL_AREA_BYTES  (2ull * CL_PAGE + CL_AREA_CHUNKS * 4ull * CL_CHUNK_ENTRIES)
static_assert(CL_AREA_SLOTS * sizeof(cl_slot) == CL_PAGE && CL_AREA_CHUNKS * sizeof(cl_chunk) == CL_PAGE, "area");

/* The offset in the area of the entries of its chunk number `index`. */
static inline uint64_t cl_area_entries(uint32_t index) {
    return 2ull * CL_PAGE + index * 4ull * CL_CHUNK_ENTRIES;
}

/* Where the area of the group `slots`, `chunks` (numbers of whole groups) lies in a segment of this geometry. */
typedef struct cl_area_place {
    uint64_t slots;
    uint64_t heads;
    uint64_t entries;
} cl_area_place;

cl_area_place cl_area_place_of(const cl_header *geometry, uint32_t first_slot, uint32_t first_chunk);
/* Maps an area over the segment's pages. Returns 1, 0 on error. */
int cl_area_map(void *base, const cl_area_place *place, int area, cl_error *error);

#endif
