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
/* A VM of an earlier daemon whose process lives and has not come back yet. By the server's thread. */
void cl_attached_set_absent(uint32_t vm, bool absent, bool reader);
bool cl_attached_is_absent(uint32_t vm);
/* Whether any such, or any such reader. By any thread. */
bool cl_attached_any_absent(void);
bool cl_attached_awaits(void);
/* Whether the owner is such a reader. */
bool cl_attached_is_awaited(uint32_t owner);

#endif
