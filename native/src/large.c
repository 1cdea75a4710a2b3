/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Large blocks: a run of regions of their own [collector.large]. While it is claimed the regions are OWNED; then the
 * first is LARGE, the others TAIL. A LARGE region without a mark byte is a block that is no object yet: its owner
 * settles it at its next large block or its end, the daemon after its owner's death. With one it is swept as any
 * object.
 */
#include <string.h>

#include "buffer.h"
#include "client.h"
#include "collect.h"
#include "error.h"
#include "large.h"
#include "quota.h"
#include "region.h"
#include "writable.h"

/* Nobody else moves the word of a region we own for a large block. */
static void set(uint32_t index, uint32_t state, uint32_t owner) {
    cl_store_release(cl_region_at(cl_self.base, index), cl_region_word(state, 0, owner));
}

/* Takes one region and makes it zero. It has memory. */
static bool take_region(uint32_t index, uint32_t owner) {
    uint32_t word = cl_load_acquire(cl_region_at(cl_self.base, index));
    if (!cl_region_is_empty(word) ||
        !cl_cas_acq_rel(cl_region_at(cl_self.base, index), &word, cl_region_word(CL_REGION_OWNED, 0, owner))) {
        return false;
    }
    if (cl_region_state_of(word) == CL_REGION_FREE) {
        memset(cl_at(cl_self.base, cl_region_start(cl_self.base, index)), 0, CL_REGION_BYTES);
    }
    return true;
}

/* Claims the regions from `first` on. Returns how many it got; when not all, it gave them back. */
static uint32_t claim(cl_slot *slot, uint32_t first, uint32_t count) {
    uint32_t owner = cl_slot_index(cl_self.base, slot) + 1;
    uint32_t got = 0;
    slot->large_count = count;
    slot->large = first + 1; /* before the claim: if we die, the daemon finds what to give back */
    while (got < count && take_region(first + got, owner)) {
        got++;
    }
    if (got < count) {
        for (uint32_t i = got; i-- > 0;) { /* the first last: as long as it is ours, the daemon finds the others */
            set(first + i, CL_REGION_CLEAN, 0);
        }
        slot->large = 0;
    }
    return got;
}

/* *first: of a claimed run. Returns 1, 0 when there is none, -1 on an error of the system. */
static int claim_run(cl_slot *slot, uint32_t count, uint32_t *first, cl_error *error) {
    uint32_t all = cl_region_count(cl_self.base);
    uint32_t run = 0;
    for (uint32_t i = 0; i < all; i++) {
        run = cl_region_is_empty(cl_load_relaxed(cl_region_at(cl_self.base, i))) ? run + 1 : 0;
        if (run < count) {
            continue;
        }
        *first = i + 1 - count;
        if (!cl_regions_commit(*first, count, error)) {
            return -1;
        }
        uint32_t got = claim(slot, *first, count);
        if (got == count) {
            return 1;
        }
        i = *first + got; /* that one is taken */
        run = 0;
    }
    return 0;
}

/* The sweep takes the first region before it takes the mark byte away: one that is still LARGE without a mark byte was
 * never published, and is ours alone. */
void cl_large_settle(cl_slot *slot) {
    if (slot->large == 0) {
        return;
    }
    uint32_t first = slot->large - 1;
    uint32_t owner = cl_slot_index(cl_self.base, slot) + 1;
    bool unpublished = cl_load_acquire(cl_mark_at(cl_self.base, cl_region_start(cl_self.base, first))) == 0;
    uint32_t head = cl_load_acquire(cl_region_at(cl_self.base, first));
    bool ours = cl_region_owner_of(head) == owner && cl_region_state_of(head) == CL_REGION_LARGE;
    if (unpublished && ours &&
        cl_cas_acq_rel(cl_region_at(cl_self.base, first), &head, cl_region_word(CL_REGION_OWNED, 0, owner))) {
        for (uint32_t i = slot->large_count; i-- > 0;) {
            if (cl_region_owner_of(cl_load_relaxed(cl_region_at(cl_self.base, first + i))) == owner) {
                set(first + i, CL_REGION_FREE, 0);
            }
        }
    }
    slot->large = 0;
}

/* *block: a zeroed block of so many regions. Returns as claim_run does. */
static int take(cl_slot *slot, uint32_t count, uint64_t *block, cl_error *error) {
    uint32_t first;
    uint32_t owner = cl_slot_index(cl_self.base, slot) + 1;
    int done = claim_run(slot, count, &first, error);
    if (done > 0) {
        for (uint32_t i = count; i-- > 0;) {
            set(first + i, i == 0 ? CL_REGION_LARGE : CL_REGION_TAIL, owner);
        }
        cl_region_top_raise(first + count);
        *block = cl_region_start(cl_self.base, first);
    }
    return done;
}

uint64_t cl_block_large(uint64_t slot_offset, uint64_t bytes, cl_error *error) {
    cl_slot *slot = cl_at(cl_self.base, slot_offset);
    if (bytes == 0 || bytes % CL_GRANULE != 0) {
        return (uint64_t)cl_fail(error, CL_ERR_ARGUMENT,
                                 "a block of %llu bytes was asked for; it must be a multiple of %u above 0",
                                 (unsigned long long)bytes, CL_GRANULE);
    }
    uint64_t regions = (bytes - 1) / CL_REGION_BYTES + 1;
    if (!cl_writable("make objects", error) || !cl_quota_bytes(bytes, error)) {
        return 0;
    }
    uint64_t block = 0;
    int done = 0;
    cl_large_settle(slot);
    for (uint32_t attempt = 0; done == 0; attempt++) {
        if (regions <= cl_region_count(cl_self.base)) {
            done = take(slot, (uint32_t)regions, &block, error);
        }
        if (done < 0 || (done == 0 && !cl_collect_for_memory(attempt, bytes, error))) {
            return 0;
        }
    }
    slot->allocated_bytes += regions << CL_REGION_SHIFT;
    slot->unreported_bytes += regions << CL_REGION_SHIFT;
    slot->allocated_objects++;
    cl_quota_bytes_used(regions << CL_REGION_SHIFT);
    cl_buffer_report(slot);
    return block;
}
