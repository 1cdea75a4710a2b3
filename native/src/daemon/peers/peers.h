/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who is attached, as only the daemon can know: VMs, their signs of life, readers' areas, who may attach, and the
 * daemon's own segment.
 *
 * Uses: base segment link
 * Used by: daemon/marker daemon/collector daemon/recovery daemon/server
 */
#ifndef COLORS_PEERS_H
#define COLORS_PEERS_H

#include "attached.h"
#include "life.h"
#include "policy.h"
#include "readers.h"
#include "segment.h"

/* The daemon's own segment, as a client has it: what it does with names, shapes and memory it does as all others do. */
cl_client *cl_own(void);
/* The space of the segment that it made, from before anyone else could write to it, or that it takes over. */
void cl_space_take(void *base);
/* What cl_space_take found. */
const cl_space *cl_space_get(void);

#endif
