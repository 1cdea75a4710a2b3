/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What others left: who is dead, taking back what they held, taking over the segment of an earlier daemon.
 *
 * Uses: base segment object link sync validator daemon/peers daemon/collector
 * Used by: daemon/server
 */
#ifndef COLORS_RECOVERY_H
#define COLORS_RECOVERY_H

#include <stdbool.h>
#include <stdint.h>

#include "adopt.h"
#include "death.h"

/* Takes back what a dead VM held: slots, root logs, half-done evolutions, its entry. Daemon only. */
void cl_reclaim_vm(uint32_t vm);
/* Goes on with evolutions whose owner is not known yet. False when none are left. */
bool cl_reclaim_continue(void);

#endif
