/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The root log: chunks of entries that a thread claims, and ranges of memory that stand in a chunk instead of entries.
 *
 * Uses: base segment object link memory
 * Used by: heap containers sync validator client daemon/marker daemon/collector
 */
#ifndef COLORS_ROOTLOG_H
#define COLORS_ROOTLOG_H

#include "object.h"
#include "range.h"

/* Claims a free chunk, which is all zero, for this VM. Returns its index + 1, 0 on error. */
uint32_t cl_chunk_claim(cl_client *client, uint32_t slot_index, cl_error *error);
/* As cl_chunk_next. */
uint64_t cl_chunk_follow(cl_mutator m, cl_error *error);

#endif
