/* SPDX-License-Identifier: Apache-2.0 */
/* Mutator slots. */
#include <unistd.h>

#include "address.h"
#include "buffer.h"
#include "chunk.h"
#include "client.h"
#include "error.h"
#include "large.h"
#include "quota.h"

static cl_slot *claim_free(uint32_t owner) {
    for (uint32_t i = cl_self.slots.first; i < cl_self.slots.end; i++) {
        cl_slot *slot = cl_slot_at(cl_self.base, i);
        uint32_t free = 0;
        if (cl_load_relaxed(&slot->vm) == 0 && cl_cas_acq_rel(&slot->vm, &free, owner)) {
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
                         "objects in any process; end some threads or processes",
                         CL_SLOT_MAX);
}

uint64_t cl_slot_claim(cl_error *error) {
    if (cl_self.base == NULL) {
        return (uint64_t)cl_fail(error, CL_ERR_STATE,
                                 "this process is not attached to a segment; call cl_attach first");
    }
    if (!cl_quota_slot(error)) {
        return 0;
    }
    cl_slot *slot = claim_free((uint32_t)cl_self.vm + 1);
    if (slot == NULL) {
        cl_quota_slot_back();
        return (uint64_t)none_free(error);
    }
    uint32_t chunk = cl_chunk_claim(cl_slot_index(cl_self.base, slot), error);
    if (chunk == 0) {
        cl_store_release(&slot->vm, 0);
        cl_quota_slot_back();
        return 0;
    }
    slot->chunk = chunk;
    slot->tid = (uint32_t)gettid();
    slot->allocated_bytes = 0;
    slot->allocated_objects = 0;
    return cl_offset_of(cl_self.base, slot);
}

void cl_slot_release(uint64_t slot_offset) {
    cl_slot *slot = cl_at(cl_self.base, slot_offset);
    cl_buffer_release(slot, CL_REGION_HOLES);
    cl_large_settle(slot);
    slot->chunk = 0;
    slot->tid = 0;
    cl_store_release(&slot->vm, 0);
    cl_quota_slot_back();
}
