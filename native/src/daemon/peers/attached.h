/* SPDX-License-Identifier: Apache-2.0 */
/* Which VMs are attached, in the daemon's own memory: the VM table is for others to read [collector.trust]. */
#ifndef COLORS_ATTACHED_H
#define COLORS_ATTACHED_H

#include <stdbool.h>
#include <stdint.h>

/* Set before the VM gets the segment, cleared after it was reclaimed. By the server's thread. */
void cl_attached_set(uint32_t vm, bool attached);
/* By any thread; `owner` is a VM's index + 1 as slots have it, or anything. */
bool cl_attached_is(uint32_t owner);
/* A VM without a connection whose process lives (death.h); `unknown`: its roots cannot be seen. By the server's thread.
 */
void cl_attached_set_absent(uint32_t vm, bool absent, bool unknown);
bool cl_attached_is_absent(uint32_t vm);
/* Whether any such, or any whose roots cannot be seen. By any thread. */
bool cl_attached_any_absent(void);
bool cl_attached_awaits(void);
/* Whether the owner is such an unseen one. */
bool cl_attached_is_awaited(uint32_t owner);

#endif
