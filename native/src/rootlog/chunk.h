/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_CHUNK_H
#define COLORS_CHUNK_H

#include "colors.h"

/* Claims a free chunk, which is all zero, for this VM. Returns its index + 1, 0 on error. */
uint32_t cl_chunk_claim(uint32_t slot_index, cl_error *error);
/* In a forked child, which has none. */
void cl_chunk_forget(void);

#endif
