/* SPDX-License-Identifier: Apache-2.0 */
/* A slot's allocation buffer: see buffer.c. */
#ifndef COLORS_BUFFER_H
#define COLORS_BUFFER_H

#include "object.h"

/* As cl_buffer_refill. */
int cl_buffer_need(cl_mutator m, uint64_t bytes, cl_error *error);
/* Gives the slot's region back as CL_REGION_FULL or, with its rest for others, CL_REGION_HOLES. */
void cl_buffer_release(cl_mutator m, uint32_t state);
/* Adds what the slot was handed out to the segment's count; asks for a cycle when one is due. */
void cl_buffer_report(cl_mutator m);
/* Memory for regions and their mark bytes. Returns 1, 0 on error. */
int cl_regions_commit(cl_client *client, uint32_t index, uint32_t count, cl_error *error);
/* Raises header.region_top. */
void cl_region_top_raise(const cl_space *space, uint32_t end);

/* As cl_block_large. */
cl_ref cl_large_begin(cl_mutator m, uint64_t bytes, cl_error *error);
/* Gives back the slot's last large block if it did not become an object. */
void cl_large_settle(cl_mutator m);

#endif
