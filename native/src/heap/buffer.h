/* SPDX-License-Identifier: Apache-2.0 */
/* A slot's allocation buffer: see buffer.c; cl_buffer_refill is in colors.h. */
#ifndef COLORS_BUFFER_H
#define COLORS_BUFFER_H

#include "colors.h"

/* Gives the slot's region back as CL_REGION_FULL or, with its rest for others, CL_REGION_HOLES. */
void cl_buffer_release(cl_slot *slot, uint32_t state);
/* Adds what the slot was handed out to the segment's count; asks for a cycle when one is due. */
void cl_buffer_report(cl_slot *slot);
/* Memory for regions and their mark bytes. Returns 1, 0 on error. */
int cl_regions_commit(uint32_t index, uint32_t count, cl_error *error);
/* Raises header.region_top. */
void cl_region_top_raise(uint32_t end);

/* Gives back the slot's last large block if it did not become an object. */
void cl_large_settle(cl_slot *slot);

#endif
