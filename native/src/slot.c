/* SPDX-License-Identifier: Apache-2.0 */
/* Mutator slots and their allocation buffers. */
#include <unistd.h>

#include "address.h"
#include "chunk.h"
#include "client.h"
#include "error.h"
#include "space.h"

static cl_slot *claim_free(uint32_t owner) {
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        cl_slot *slot = cl_slot_at(cl_self.base, i);
        uint32_t free = 0;
        if (cl_load_relaxed(&slot->vm) == 0 && cl_cas_acq_rel(&slot->vm, &free, owner)) {
            return slot;
        }
    }
    return NULL;
}

uint64_t cl_slot_claim(cl_error *error) {
    if (cl_self.base == NULL) {
        return (uint64_t)cl_fail(error, CL_ERR_STATE,
                                 "this process is not attached to a segment; call cl_attach first");
    }
    cl_slot *slot = claim_free((uint32_t)cl_self.vm + 1);
    if (slot == NULL) {
        return (uint64_t)cl_fail(
            error, CL_ERR_MEMORY,
            "all %u mutator slots of the segment are in use, one for each thread that touches shared "
            "objects in any process; end some threads or processes",
            CL_SLOT_MAX);
    }
    uint32_t chunk = cl_chunk_claim(cl_slot_index(cl_self.base, slot), error);
    if (chunk == 0) {
        cl_store_release(&slot->vm, 0);
        return 0;
    }
    slot->chunk = chunk;
    slot->tid = (uint32_t)gettid();
    slot->allocated_bytes = 0;
    slot->allocated_objects = 0;
    return cl_offset_of(cl_self.base, slot);
}

/* The rest of the buffer stays with the slot, for its next owner. */
void cl_slot_release(uint64_t slot_offset) {
    cl_slot *slot = cl_at(cl_self.base, slot_offset);
    slot->chunk = 0;
    slot->tid = 0;
    cl_store_release(&slot->vm, 0);
}

int32_t cl_buffer_refill(uint64_t slot_offset, uint64_t bytes, cl_error *error) {
    cl_slot *slot = cl_at(cl_self.base, slot_offset);
    bytes = cl_round_up(bytes < CL_REFERENCE_END ? bytes : CL_REFERENCE_END, CL_GRANULE);
    if (slot->alloc_limit - slot->alloc_top >= bytes) {
        return 1;
    }
    uint64_t taken;
    uint64_t buffer = cl_objects_take(bytes > CL_BUFFER_BYTES ? bytes : CL_BUFFER_BYTES, bytes, &taken, error);
    if (buffer == 0) {
        return 0;
    }
    slot->alloc_top = buffer;
    slot->alloc_limit = buffer + taken;
    slot->allocated_bytes += taken;
    return 1;
}

uint64_t cl_block_large(uint64_t slot_offset, uint64_t bytes, cl_error *error) {
    cl_slot *slot = cl_at(cl_self.base, slot_offset);
    if (bytes == 0 || bytes % CL_GRANULE != 0) {
        return (uint64_t)cl_fail(error, CL_ERR_ARGUMENT,
                                 "a block of %llu bytes was asked for; it must be a multiple of %u above 0",
                                 (unsigned long long)bytes, CL_GRANULE);
    }
    uint64_t taken;
    uint64_t block = cl_objects_take(bytes, bytes, &taken, error);
    if (block != 0) {
        slot->allocated_bytes += bytes;
        slot->allocated_objects++;
    }
    return block;
}
