/* SPDX-License-Identifier: Apache-2.0 */
/* Mutator slots. */
#include <unistd.h>

#include "base.h"
#include "heap.h"
#include "memory.h"
#include "rootlog.h"
#include "segment.h"
#include "sync.h"

/* A reader waits for nobody to be notified. */
static void raise_top(uint32_t index) {
    if (cl_self.readonly) {
        return;
    }
    _Atomic uint32_t *top = &cl_self.space.header->slots_top;
    uint32_t found = cl_load_relaxed(top);
    while (found <= index && !cl_cas_acq_rel(top, &found, index + 1)) {
    }
}

static cl_slot *claim_free(uint32_t owner) {
    for (uint32_t i = cl_self.slots.first; i < cl_self.slots.end; i++) {
        cl_slot *slot = cl_slot_at(&cl_self.space, i);
        uint32_t free = 0;
        if (cl_load_relaxed(&slot->vm) == 0 && cl_cas_acq_rel(&slot->vm, &free, owner)) {
            raise_top(i);
            return slot;
        }
    }
    return NULL;
}

static int none_free(cl_error *error) {
    return cl_self.readonly
               ? cl_fail(error, CL_ERR_MEMORY,
                         "all %u mutator slots of this process are in use, one for each thread that touches shared "
                         "objects; a process that is attached read-only has no more; end some threads",
                         cl_self.slots.end - cl_self.slots.first)
               : cl_fail(error, CL_ERR_MEMORY,
                         "all %u mutator slots of the segment are in use, one for each thread that touches shared "
                         "objects in any process (of Java's virtual threads: that has a monitor or waits in one); end "
                         "some threads or processes",
                         CL_SLOT_MAX);
}

static bool has_zombies(void) {
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        if (cl_load_relaxed(&cl_slot_at(&cl_self.space, i)->vm) == CL_SLOT_DEAD) {
            return true;
        }
    }
    return false;
}

/* Slots of threads that died with monitors are free after a cycle of the collector. */
static cl_slot *claim(uint32_t owner) {
    cl_slot *slot = claim_free(owner);
    if (slot == NULL && has_zombies() && cl_collect(0, NULL)) {
        slot = claim_free(owner);
    }
    return slot;
}

uint64_t cl_slot_claim(cl_error *error) {
    if (cl_self.space.base == NULL) {
        return (uint64_t)cl_fail(error, CL_ERR_STATE,
                                 "this process is not attached to a segment; call cl_attach first");
    }
    if (!cl_quota_slot(error)) {
        return 0;
    }
    cl_slot *slot = claim((uint32_t)cl_self.vm + 1);
    if (slot == NULL) {
        cl_quota_slot_back();
        return (uint64_t)none_free(error);
    }
    uint32_t chunk = cl_chunk_claim(cl_slot_index(&cl_self.space, slot), error);
    if (chunk == 0) {
        cl_store_release(&slot->vm, 0);
        cl_quota_slot_back();
        return 0;
    }
    slot->chunk = chunk;
    slot->tid = (uint32_t)gettid();
    cl_store_relaxed(&slot->held, 0);
    slot->spins = 0;
    slot->allocated_bytes = 0;
    slot->allocated_objects = 0;
    return cl_offset_of(&cl_self.space, slot);
}

void cl_slot_pass(uint64_t slot_offset) {
    cl_slot *slot = cl_at(&cl_self.space, slot_offset);
    slot->tid = (uint32_t)gettid();
    slot->spins = 0;
}

static _Atomic uint32_t *monitor_of(uint32_t granules) {
    return cl_monitor_word(&cl_self.space, cl_bytes(granules));
}

void cl_slot_release(uint64_t slot_offset) {
    cl_slot *slot = cl_at(&cl_self.space, slot_offset);
    cl_buffer_release(slot, CL_REGION_HOLES);
    cl_large_settle(slot);
    slot->chunk = 0;
    slot->tid = 0;
    cl_slot *slots = cl_slot_at(&cl_self.space, 0);
    uint32_t after = cl_abandon_slot(slots, CL_SLOT_MAX, slot);
    cl_store_release(&slot->vm, after);
    if (after == CL_SLOT_DEAD) { /* the thread ended without leaving its monitors */
        cl_abandon_wake(slots, CL_SLOT_MAX, monitor_of);
    }
    cl_quota_slot_back();
}
