/* SPDX-License-Identifier: Apache-2.0 */
/* Slots of threads that died with monitors: one cycle of the collector clears every word that names one. */
#ifndef COLORS_ZOMBIES_H
#define COLORS_ZOMBIES_H

#include "base.h"
#include "segment.h"

/* Before the flip: which there are. Returns how many. */
uint32_t cl_zombies_begin(const cl_space *space);
/* While marking, for a word that is not 0: if it names one of them it says from now on that it was abandoned. */
void cl_zombies_clear(_Atomic uint32_t *word);
/* After all live objects were seen, and a grace period: these slots are free. */
void cl_zombies_end(const cl_space *space);

/* Each object that is marked. */
static inline void cl_zombies_see(cl_object_header *object) {
    if (cl_load_relaxed(&object->lock) != 0) {
        cl_zombies_clear(&object->lock);
    }
}

#endif
