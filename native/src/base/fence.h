/* SPDX-License-Identifier: Apache-2.0 */
/* The expensive half of an asymmetric fence: every thread of every attached process has a full fence during the call,
 * so the other half, on a path that must be fast, is a fence for the compiler only. */
#ifndef COLORS_FENCE_H
#define COLORS_FENCE_H

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline void cl_fence_heavy(void) {
    syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0, 0);
}

#endif
