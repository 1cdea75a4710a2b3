/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_RECLAIM_H
#define COLORS_RECLAIM_H

#include <stdbool.h>
#include <stdint.h>

/* Takes back what a dead VM held: slots, root logs, half-done evolutions, its entry. Daemon only. */
void cl_reclaim_vm(uint32_t vm);
/* Goes on with evolutions whose owner is not known yet. False when none are left. */
bool cl_reclaim_continue(void);

#endif
