/* SPDX-License-Identifier: Apache-2.0 */
/*
 * [layout.zombie] A slot that died before the flip enters no monitor after it, so the words that name it are in objects
 * that were there at the flip, and those of them that somebody can reach are marked in this cycle. When all of them
 * were seen, no word names the slot. An operation that began before may be between its look at the slot and its CAS:
 * hence the grace period before the slot is another thread's.
 */
#include "zombies.h"

#include <string.h>

static bool is_zombie[CL_SLOT_MAX];
static uint32_t zombies;

uint32_t cl_zombies_begin(const cl_space *space) {
    zombies = 0;
    memset(is_zombie, 0, sizeof is_zombie);
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        is_zombie[i] = cl_load_acquire(&cl_slot_at(space, i)->vm) == CL_SLOT_DEAD;
        zombies += is_zombie[i];
    }
    return zombies;
}

void cl_zombies_clear(_Atomic uint32_t *monitor) {
    uint32_t word = cl_load_acquire(monitor);
    uint32_t owner = word & CL_MONITOR_OWNER_MASK;
    while (zombies != 0 && owner != 0 && owner <= CL_SLOT_MAX && is_zombie[owner - 1] &&
           !cl_cas_acq_rel(monitor, &word, CL_MONITOR_ABANDONED | (word & CL_MONITOR_WAITERS))) {
        owner = word & CL_MONITOR_OWNER_MASK;
    }
}

void cl_zombies_end(const cl_space *space) {
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        uint32_t dead = CL_SLOT_DEAD;
        if (is_zombie[i]) {
            cl_cas_acq_rel(&cl_slot_at(space, i)->vm, &dead, 0);
        }
    }
    zombies = 0;
}
