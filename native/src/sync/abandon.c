/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Deaths, seen by those who live [layout.zombie]. Whoever died may have been woken, or may have been about to wake: so
 * all words are woken that a slot announces. The waiters bit goes first, for else a thread that looked before the death
 * and sleeps after this would sleep on. Who is woken looks again, and sets it again: so this is right for every word,
 * whoever has it by now.
 */
#include "abandon.h"

#include <stdatomic.h>
#include <stddef.h>

#include "base.h"
#include "monitor.h"

uint32_t cl_abandon_slot(cl_slot *slots, uint32_t count, cl_slot *slot) {
    cl_store_release(&slot->waiting, 0);
    cl_waiting_end(slots, count, slot);
    return cl_load_acquire(&slot->held) == 0 ? 0 : CL_SLOT_DEAD;
}

void cl_abandon_wake(const cl_space *space, _Atomic uint32_t *(*word)(const cl_space *space, uint32_t granules)) {
    cl_slot *slots = cl_slot_at(space, 0);
    atomic_thread_fence(memory_order_seq_cst); /* between a death that is to be seen and announcements (sleep_on) */
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        uint32_t waiting = cl_load_acquire(&slots[i].waiting);
        _Atomic uint32_t *monitor = waiting == 0 ? NULL : word(space, waiting);
        if (monitor != NULL) {
            cl_and_acq_rel(monitor, ~CL_MONITOR_WAITERS);
            cl_futex_wake_all(monitor);
        }
        if ((cl_load_acquire(&slots[i].wake) & CL_WAKE_MASK) == CL_WAKE_NOTIFIED) {
            cl_futex_wake_one(&slots[i].wake);
        }
    }
}
