/* SPDX-License-Identifier: Apache-2.0 */
/* What a thread that ended or died leaves to others of the monitors that it had, slept for, or waited on. */
#ifndef COLORS_ABANDON_H
#define COLORS_ABANDON_H

#include "segment.h"

/* Of `count` slots, `slot` is one whose thread is gone; nobody has it yet. Returns what its `vm` has to become: 0, or
 * CL_SLOT_DEAD when monitors may name it. */
uint32_t cl_abandon_slot(cl_slot *slots, uint32_t count, cl_slot *slot);
/* After one or more: whoever sleeps looks again. `word` is the monitor word of an object that a slot announces, NULL
 * when it is none. */
void cl_abandon_wake(const cl_space *space, _Atomic uint32_t *(*word)(const cl_space *space, uint32_t granules));

#endif
