/* SPDX-License-Identifier: Apache-2.0 */
/* Asking the daemon's collector to run: see collect.c; cl_collect is in colors.h. */
#ifndef COLORS_COLLECT_H
#define COLORS_COLLECT_H

#include "colors.h"

/* Asks for a cycle and does not wait. */
void cl_collect_request(void);
/* An allocation of `bytes` found no room, the `attempt`-th time (from 0): waits for a cycle. Returns 1 to try again; 0
 * and CL_ERR_MEMORY when the heap is full of live objects or no cycle came to an end. Outside an operation. */
int cl_collect_for_memory(uint32_t attempt, uint64_t bytes, cl_error *error);

#endif
