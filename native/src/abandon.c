/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Deaths, seen by those who live [layout.zombie]. Whoever died may have been woken, or may have been about to wake: so
 * all words are woken that a slot announces. The daemon changes one that still names a dead owner first, for else a
 * thread that looked before the death and sleeps after this would sleep on.
 */
#include "abandon.h"

#include <stdatomic.h>
#include <stddef.h>

#include "futex.h"
#include "monitor.h"
#include "waiting.h"

uint32_t cl_abandon_slot(cl_slot *slots, uint32_t count, cl_slot *slot) {
    uint32_t on = cl_load_relaxed(&slot->waiting_on);
    cl_store_release(&slot->waiting, 0);
    if (cl_waiting_end(slot) && on != 0) {
        cl_waiting_notify(slots, count, on, NULL);
    }
    cl_store_release(&slot->waiting_on, 0);
    return cl_load_acquire(&slot->held) == 0 ? 0 : CL_SLOT_DEAD;
}

static void wake_sleepers(const cl_slot *slots, _Atomic uint32_t *place, bool clear) {
    uint32_t word = cl_load_acquire(place);
    while (clear && cl_monitor_is_dead(slots, word) &&
           !cl_cas_acq_rel(place, &word, CL_MONITOR_ABANDONED | (word & CL_MONITOR_WAITERS))) {
    }
    cl_futex_wake_all(place);
}

void cl_abandon_wake(cl_slot *slots, uint32_t count, _Atomic uint32_t *(*word)(uint32_t granules), bool clear) {
    atomic_thread_fence(memory_order_seq_cst); /* between a death that is to be seen and announcements (sleep_on) */
    for (uint32_t i = 0; i < count; i++) {
        uint32_t waiting = cl_load_acquire(&slots[i].waiting);
        _Atomic uint32_t *place = waiting == 0 ? NULL : word(waiting);
        if (place != NULL) {
            wake_sleepers(slots, place, clear);
        }
        if ((cl_load_acquire(&slots[i].wake) & CL_WAKE_MASK) == CL_WAKE_NOTIFIED) {
            cl_futex_wake_one(&slots[i].wake);
        }
    }
}
