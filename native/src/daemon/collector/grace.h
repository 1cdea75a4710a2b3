/* SPDX-License-Identifier: Apache-2.0 */
/* D2: waiting until every heap operation that ran at the call is over [collector.grace]. */
#ifndef COLORS_GRACE_H
#define COLORS_GRACE_H

#include "segment.h"

typedef struct cl_grace {
    uint64_t slowest_ns; /* the longest wait for one operation, over calls */
    uint32_t slowest_vm; /* index + 1 of its VM as the slot had it, or 0 */
} cl_grace;

/* Registers this process for the fence. Returns 1, 0 on error. */
int cl_grace_open(cl_error *error);
/* False when `stop` became true while it waited. */
bool cl_grace_wait(const cl_space *space, cl_grace *grace, const _Atomic bool *stop);

#endif
