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
static void raise_top(cl_client *client, uint32_t index) {
    const cl_space *space = &client->space;
    if (client->readonly) {
        return;
    }
    _Atomic uint32_t *top = &space->header->slots_top;
    uint32_t found = cl_load_relaxed(top);
    while (found <= index && !cl_cas_acq_rel(top, &found, index + 1)) {
    }
}

static cl_slot *claim_free(cl_client *client, uint32_t owner) {
    for (uint32_t i = client->slots.first; i < client->slots.end; i++) {
        cl_slot *slot = cl_slot_at(&client->space, i);
        uint32_t free = 0;
        if (cl_load_relaxed(&slot->vm) == 0 && cl_cas_acq_rel(&slot->vm, &free, owner)) {
            raise_top(client, i);
            return slot;
        }
    }
    return NULL;
}

static int none_free(cl_client *client, cl_error *error) {
    return client->readonly
               ? cl_fail(error, CL_ERR_MEMORY,
                         "all %u mutator slots of this process are in use, one for each thread that touches shared "
                         "objects; a process that is attached read-only has no more; end some threads",
                         client->slots.end - client->slots.first)
               : cl_fail(error, CL_ERR_MEMORY,
                         "all %u mutator slots of the segment are in use, one for each thread that touches shared "
                         "objects in any process (of Java's virtual threads: that has a monitor or waits in one); end "
                         "some threads or processes",
                         CL_SLOT_MAX);
}

static bool has_zombies(const cl_space *space) {
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        if (cl_load_relaxed(&cl_slot_at(space, i)->vm) == CL_SLOT_DEAD) {
            return true;
        }
    }
    return false;
}

/* Slots of threads that died with monitors are free after a cycle of the collector. */
static cl_slot *claim(cl_client *client, uint32_t owner) {
    cl_slot *slot = claim_free(client, owner);
    if (slot == NULL && has_zombies(&client->space) && cl_collect_await(client, 0, NULL)) {
        slot = claim_free(client, owner);
    }
    return slot;
}

uint64_t cl_slot_claim(cl_error *error) {
    cl_client *client = &cl_self;
    const cl_space *space = &client->space;
    if (space->base == NULL) {
        return (uint64_t)cl_fail(error, CL_ERR_STATE,
                                 "this process is not attached to a segment; call cl_attach first");
    }
    if (!cl_quota_slot(client, error)) {
        return 0;
    }
    cl_slot *slot = claim(client, (uint32_t)client->vm + 1);
    if (slot == NULL) {
        cl_quota_slot_back(client);
        return (uint64_t)none_free(client, error);
    }
    uint32_t chunk = cl_chunk_claim(client, cl_slot_index(space, slot), error);
    if (chunk == 0) {
        cl_store_release(&slot->vm, 0);
        cl_quota_slot_back(client);
        return 0;
    }
    slot->chunk = chunk;
    slot->tid = (uint32_t)gettid();
    cl_store_relaxed(&slot->held, 0);
    slot->spins = 0;
    slot->allocated_bytes = 0;
    slot->allocated_objects = 0;
    return cl_offset_of(space, slot);
}

void cl_slot_pass(uint64_t slot) {
    cl_mutator m = cl_mutator_of(slot);
    m.slot->tid = (uint32_t)gettid();
    m.slot->spins = 0;
}

static _Atomic uint32_t *monitor_of(const cl_space *space, uint32_t granules) {
    return cl_monitor_word(space, cl_ref_of_granules(granules));
}

void cl_slot_release(uint64_t slot) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    cl_buffer_release(m, CL_REGION_HOLES);
    cl_large_settle(m);
    m.slot->chunk = 0;
    m.slot->tid = 0;
    cl_slot *slots = cl_slot_at(space, 0);
    uint32_t after = cl_abandon_slot(slots, CL_SLOT_MAX, m.slot);
    cl_store_release(&m.slot->vm, after);
    if (after == CL_SLOT_DEAD) { /* the thread ended without leaving its monitors */
        cl_abandon_wake(space, monitor_of);
    }
    cl_quota_slot_back(m.client);
}
