/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for others: monitors, wait and notify, what the dead leave of them; channels; repositories.
 *
 * Uses: base segment object memory classes rootlog heap containers
 * Used by: validator client daemon/recovery
 */
#ifndef COLORS_SYNC_H
#define COLORS_SYNC_H

#include "abandon.h"
#include "object.h"
#include "monitor.h"

/* Closes a queue and forgets what is in it, and its array: for one that nobody is to find any more. Returns 1, 0 on
 * error. */
int32_t cl_channel_drop(cl_mutator m, cl_ref queue, cl_error *error);

#endif
