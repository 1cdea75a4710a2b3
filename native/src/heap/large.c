/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Large blocks: a run of regions of their own [collector.large]. While it is claimed the regions are OWNED; then the
 * first is LARGE, the others TAIL. A LARGE region without a mark byte is a block that is no object yet: its owner
 * settles it at its next large block or its end, the daemon after its owner's death. With one it is swept as any
 * object.
 */
#include <string.h>

#include "base.h"
#include "buffer.h"
#include "memory.h"
#include "object.h"
#include "segment.h"

/* Nobody else moves the word of a region we own for a large block. held: its state. */
static void set(const cl_space *space, uint32_t index, uint32_t held, uint32_t to, uint32_t owner) {
    cl_region_put(&space->regions[index], cl_region_word(held, 0, owner), to, CL_REGION_BY_ALLOCATOR);
}

/* Takes one region that has this word and makes it zero, if it has memory. */
static bool take_region(const cl_space *space, uint32_t index, uint32_t word, uint32_t owner) {
    if (!cl_region_move(&space->regions[index], &word, cl_region_word(CL_REGION_OWNED, 0, owner),
                        CL_REGION_BY_ALLOCATOR)) {
        return false;
    }
    if (cl_region_state_of(word) == CL_REGION_FREE) {
        memset(cl_at(space, cl_region_start(space, index)), 0, CL_REGION_BYTES);
    }
    return true;
}

/* The last `bare` of `got` regions have no memory. The first is put down last: as long as it is ours, the daemon finds
 * the others. */
static void put_down(cl_mutator m, uint32_t first, uint32_t got, uint32_t bare) {
    const cl_space *space = &m.client->space;
    uint32_t owner = cl_slot_index(space, m.slot) + 1;
    for (uint32_t i = got; i-- > 0;) {
        uint32_t to = i >= got - bare ? cl_region_bare() : cl_region_word(CL_REGION_CLEAN, 0, 0);
        set(space, first + i, CL_REGION_OWNED, to, owner);
    }
    m.slot->large = 0;
}

/* Claims the regions from `first` on, and gives memory to those that have none, in this order: the daemon takes memory
 * away from what nobody owns. Returns how many it got that have memory; when not all, it gave them back. */
static uint32_t claim(cl_mutator m, uint32_t first, uint32_t count, cl_error *reason) {
    const cl_space *space = &m.client->space;
    uint32_t owner = cl_slot_index(space, m.slot) + 1;
    uint32_t got = 0;
    uint32_t bare = 0; /* the last so many of them have no memory yet */
    m.slot->large_count = count;
    m.slot->large = first + 1; /* before the claim: if we die, the daemon finds what to give back */
    for (;;) {
        uint32_t word = got < count ? cl_load_acquire(&space->regions[first + got]) : 0;
        bool is_bare = got < count && cl_region_state_of(word) == CL_REGION_BARE;
        if (!is_bare && bare != 0) {
            if (!cl_regions_commit(m.client, first + got - bare, bare, reason)) {
                break;
            }
            bare = 0;
        }
        if (got == count) {
            return count;
        }
        if (!cl_region_is_empty(word) || !take_region(space, first + got, word, owner)) {
            break;
        }
        got++;
        bare += is_bare;
    }
    put_down(m, first, got, bare);
    return got - bare;
}

/* *reason: what the system said when it had no memory for bare regions; from then on the others are searched. */
static bool is_usable(const cl_space *space, uint32_t index, const cl_error *reason) {
    uint32_t word = cl_load_relaxed(&space->regions[index]);
    return cl_region_is_empty(word) && (reason->code == 0 || cl_region_state_of(word) != CL_REGION_BARE);
}

/* *first: of a run that was claimed, at or behind `from`. */
static bool claim_run_from(cl_mutator m, uint32_t from, uint32_t count, uint32_t *first, cl_error *reason) {
    const cl_space *space = &m.client->space;
    uint32_t all = space->region_count;
    uint32_t run = 0;
    for (uint32_t i = from; i < all; i++) {
        run = is_usable(space, i, reason) ? run + 1 : 0;
        if (run < count) {
            continue;
        }
        *first = i + 1 - count;
        bool had_memory = reason->code == 0;
        uint32_t got = claim(m, *first, count, reason);
        if (got == count) {
            return true;
        }
        i = had_memory && reason->code != 0 ? *first - 1 : *first + got; /* that one is taken */
        run = 0;
    }
    return false;
}

/* Where this process last found a run is most likely where there is one: until the next cycle there is none before it.
 * Only a hint. */
static bool claim_run(cl_mutator m, uint32_t count, uint32_t *first, cl_error *reason) {
    cl_account *account = &m.client->account;
    uint32_t cycle = cl_load_relaxed(&m.client->space.header->cycles_finished);
    bool known = cl_load_relaxed(&account->run_cycle) == cycle && count >= cl_load_relaxed(&account->run_count);
    uint32_t from = known ? cl_load_relaxed(&account->run_first) : 0;
    bool found =
        claim_run_from(m, from, count, first, reason) || (from != 0 && claim_run_from(m, 0, count, first, reason));
    if (found) {
        cl_store_relaxed(&account->run_cycle, cycle);
        cl_store_relaxed(&account->run_count, count);
        cl_store_relaxed(&account->run_first, *first);
    }
    return found;
}

/* The sweep takes the first region before it takes the mark byte away: one that is still LARGE without a mark byte was
 * never published, and is ours alone. */
void cl_large_settle(cl_mutator m) {
    const cl_space *space = &m.client->space;
    if (m.slot->large == 0) {
        return;
    }
    uint32_t first = m.slot->large - 1;
    uint32_t owner = cl_slot_index(space, m.slot) + 1;
    bool unpublished = cl_load_acquire(cl_region_marks(space, first)) == 0;
    uint32_t head = cl_load_acquire(&space->regions[first]);
    bool ours = cl_region_owner_of(head) == owner && cl_region_state_of(head) == CL_REGION_LARGE;
    if (unpublished && ours &&
        cl_region_move(&space->regions[first], &head, cl_region_word(CL_REGION_OWNED, 0, owner),
                       CL_REGION_BY_ALLOCATOR)) {
        for (uint32_t i = m.slot->large_count; i-- > 0;) {
            if (cl_region_owner_of(cl_load_relaxed(&space->regions[first + i])) == owner) {
                set(space, first + i, i == 0 ? CL_REGION_OWNED : CL_REGION_TAIL, cl_region_word(CL_REGION_FREE, 0, 0),
                    owner);
            }
        }
    }
    m.slot->large = 0;
}

/* A zeroed block of so many regions, 0: there is none. */
static cl_ref take(cl_mutator m, uint32_t count, cl_error *reason) {
    const cl_space *space = &m.client->space;
    uint32_t first;
    uint32_t owner = cl_slot_index(space, m.slot) + 1;
    if (count > space->region_count || !claim_run(m, count, &first, reason)) {
        return CL_REF_NULL;
    }
    for (uint32_t i = count; i-- > 0;) {
        set(space, first + i, CL_REGION_OWNED, cl_region_word(i == 0 ? CL_REGION_LARGE : CL_REGION_TAIL, 0, owner),
            owner);
    }
    cl_region_top_raise(space, first + count);
    return cl_ref_of(cl_region_start(space, first));
}

cl_ref cl_large_begin(cl_mutator m, uint64_t bytes, cl_error *error) {
    if (bytes == 0 || bytes % CL_GRANULE != 0) {
        cl_fail(error, CL_ERR_ARGUMENT, "a block of %llu bytes was asked for; it must be a multiple of %u above 0",
                (unsigned long long)bytes, CL_GRANULE);
        return CL_REF_NULL;
    }
    uint64_t regions = (bytes - 1) / CL_REGION_BYTES + 1;
    if (!cl_writable(m.client, "make objects", error) || !cl_quota_bytes(m.client, bytes, error)) {
        return CL_REF_NULL;
    }
    cl_ref block = CL_REF_NULL;
    cl_shortage shortage = {0};
    cl_large_settle(m);
    while (bytes > m.client->space.geometry.objects_bytes ||
           cl_ref_is_null(block = take(m, (uint32_t)regions, &shortage.reason))) {
        if (!cl_collect_for_memory(m.client, &shortage, bytes, error)) {
            return CL_REF_NULL;
        }
    }
    m.slot->allocated_bytes += regions << CL_REGION_SHIFT;
    m.slot->unreported_bytes += regions << CL_REGION_SHIFT;
    m.slot->allocated_objects++;
    cl_quota_bytes_used(m.client, regions << CL_REGION_SHIFT);
    cl_buffer_report(m);
    return block;
}

uint64_t cl_large_is_free(uint64_t bytes) {
    const cl_space *space = &cl_self.space;
    const cl_error none = {0};
    uint64_t run = 0;
    for (uint32_t i = 0; i < space->region_count && run << CL_REGION_SHIFT < bytes; i++) {
        run = is_usable(space, i, &none) ? run + 1 : 0;
    }
    return run << CL_REGION_SHIFT >= bytes;
}

uint64_t cl_block_large(uint64_t slot, uint64_t bytes, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    return cl_large_begin(m, bytes, error).offset;
}
