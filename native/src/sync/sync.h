/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for others: monitors, wait and notify, what the dead leave of them; channels; repositories; calls.
 *
 * Uses: base segment object memory classes rootlog heap containers
 * Used by: validator client daemon/recovery
 */
#ifndef COLORS_SYNC_H
#define COLORS_SYNC_H

#include "abandon.h"
#include "object.h"
#include "calls.h"
#include "monitor.h"

/* One wait for a queue. */
typedef struct cl_queue_wait {
    uint64_t timeout_ns;
    uint64_t spin_ns;
    uint64_t start; /* 0: it did not wait yet */
    bool slept;
} cl_queue_wait;

/* Called with a message, under the lock of receivers and inside an operation, before it is taken off: whoever dies in
 * between has claimed it, and the next receiver claims it again, in vain. Returns whether it is the caller's. */
typedef bool cl_claim(cl_mutator m, cl_word message);

/* As cl_channel_receive. A message that was not claimed is taken off all the same: *word is null then. */
int32_t cl_queue_receive(cl_mutator m, cl_ref queue, cl_queue_wait *wait, cl_claim *claim, cl_word *word,
                         cl_error *error);

/* Closes a queue and forgets what is in it, and its array: for one that nobody is to find any more. Returns 1, 0 on
 * error. */
int32_t cl_channel_drop(cl_mutator m, cl_ref queue, cl_error *error);

#endif
