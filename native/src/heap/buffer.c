/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Allocation buffers [collector.allocation]: a slot owns one region at a time and allocates in its holes, that is where
 * no mark byte says that an object begins and none before it reaches. Only the owner makes objects in a region, so a
 * hole stays one until its owner uses it, whoever sweeps meanwhile.
 */
#include "buffer.h"

#include <string.h>

#include "base.h"
#include "memory.h"
#include "object.h"
#include "rootlog.h"
#include "segment.h"

#define COMMIT_REGIONS ((uint32_t)(CL_HUGE_PAGE / CL_REGION_BYTES)) /* at once */

/* ---- holes ---- */

#define ZERO_BYTES 512u
#define ZERO_AHEAD 1024u

/* memset that asks for the lines beforehand: what was used a cycle ago is in no cache near. 64 bytes of 128 MB in turn,
 * zeroed and then written, take 5.0 ns, with memset 7.2; of 32 MB 2.7 and 2.8. */
static void wipe(const cl_space *space, uint64_t start, uint64_t end) {
    char *at = cl_at(space, start);
    char *last = cl_at(space, end);
    for (; (uint64_t)(last - at) >= ZERO_BYTES + ZERO_AHEAD; at += ZERO_BYTES) {
        for (uint32_t i = 0; i < ZERO_BYTES; i += CL_CACHE_LINE) {
            __builtin_prefetch(at + ZERO_AHEAD + i, 1);
        }
        memset(at, 0, ZERO_BYTES);
    }
    memset(at, 0, (size_t)(last - at));
}

static void take_hole(cl_mutator m, uint64_t start, uint64_t end, bool zero) {
    if (!zero) {
        wipe(&m.client->space, start, end);
    }
    cl_range_close(m);
    m.slot->alloc_top = start;
    m.slot->alloc_limit = end;
    cl_range_open(m);
    m.slot->allocated_bytes += end - start;
    m.slot->unreported_bytes += end - start;
}

/* alloc_scan also counts how much its slot passed by in the region because it needed more at once. */
#define PASSED_MASK  (CL_GRANULE - 1ull)
#define PASSED_UNIT  512u
#define PASSED_WORTH (CL_REGION_BYTES / 16 / PASSED_UNIT) /* as in a sweep: with less the region is full */

static void set_scan(cl_slot *slot, uint64_t at, uint64_t passed_bytes) {
    uint64_t passed = (slot->alloc_scan & PASSED_MASK) + passed_bytes / PASSED_UNIT;
    slot->alloc_scan = at | (passed < PASSED_MASK ? passed : PASSED_MASK);
}

/* Where the search for a hole goes on behind the object at a mark byte: at its end, or at the next object when that is
 * so near that no hole is between them. Then the header, which may be in no cache, is not read. */
static uint64_t behind(const cl_space *space, const _Atomic uint8_t *marks, uint64_t start, uint32_t object) {
    uint32_t next = cl_marks_next(marks, object + 1, CL_REGION_GRANULES);
    uint64_t at = start + cl_bytes(object);
    bool near = cl_bytes(next - object) < CL_HOLE_BYTES + CL_GRANULE;
    return near ? start + cl_bytes(next) : at + cl_block_bytes_at(space, cl_ref_of(at));
}

/* The next hole of at least `bytes` in the slot's region. */
static bool next_hole(cl_mutator m, uint64_t bytes) {
    const cl_space *space = &m.client->space;
    if (m.slot->region == 0) {
        return false;
    }
    uint64_t start = cl_region_start(space, m.slot->region - 1);
    const _Atomic uint8_t *marks = cl_region_marks(space, m.slot->region - 1);
    uint64_t least = bytes > CL_HOLE_BYTES ? bytes : CL_HOLE_BYTES;
    uint64_t passed = m.slot->alloc_limit - m.slot->alloc_top;
    uint64_t at = m.slot->alloc_scan & ~PASSED_MASK;
    while (at < start + CL_REGION_BYTES) {
        uint32_t to = cl_marks_next(marks, cl_granules(at - start), CL_REGION_GRANULES);
        uint64_t end = start + cl_bytes(to);
        uint64_t next = to == CL_REGION_GRANULES ? end : behind(space, marks, start, to);
        if (end - at >= least) {
            set_scan(m.slot, next, passed);
            take_hole(m, at, end, false);
            return true;
        }
        passed += end - at >= CL_HOLE_BYTES ? end - at : 0;
        at = next;
    }
    set_scan(m.slot, at, passed);
    return false;
}

/* ---- regions ---- */

void cl_buffer_report(cl_mutator m) {
    cl_header *header = m.client->space.header;
    if (m.slot->unreported_bytes != 0) {
        uint64_t before = cl_add_relaxed(&header->allocated, m.slot->unreported_bytes);
        uint64_t trigger = cl_load_relaxed(&header->trigger);
        if (before < trigger && before + m.slot->unreported_bytes >= trigger) {
            cl_collect_ring(m.client);
        }
        m.slot->unreported_bytes = 0;
    }
}

static void give_back(cl_mutator m, uint32_t state, uint32_t bound) {
    const cl_space *space = &m.client->space;
    cl_range_close(m);
    m.slot->alloc_top = m.slot->alloc_limit = 0;
    if (m.slot->region != 0) {
        const _Atomic uint32_t *region = &space->regions[m.slot->region - 1];
        uint32_t word = cl_load_relaxed(region); /* the daemon may change the swept epoch meanwhile */
        while (cl_region_owner_of(word) == cl_slot_index(space, m.slot) + 1 &&
               cl_region_state_of(word) == CL_REGION_OWNED &&
               !cl_region_move(region, &word, cl_region_word(state, cl_region_swept_of(word), bound),
                               CL_REGION_BY_ALLOCATOR)) {
        }
        m.slot->region = 0;
    }
    cl_buffer_report(m);
}

void cl_buffer_release(cl_mutator m, uint32_t state) {
    give_back(m, state, 0);
}

/* The region has no hole of so many bytes left, but for some that more was asked of before. What was passed by is for
 * smaller objects, of any slot; for this one too if it is small. */
static void give_back_used(cl_mutator m, uint64_t bytes) {
    bool worth = (m.slot->alloc_scan & PASSED_MASK) >= PASSED_WORTH;
    bool small = bytes <= CL_HOLE_BYTES;
    give_back(m, worth ? CL_REGION_HOLES : CL_REGION_FULL, worth && !small ? cl_granules(bytes) : 0);
}

static bool is_claimable(uint32_t word, uint32_t swept_epoch) {
    uint32_t state = cl_region_state_of(word);
    return state <= CL_REGION_HOLES || (state == CL_REGION_FULL && cl_region_swept_of(word) != swept_epoch);
}

int cl_regions_commit(cl_client *client, uint32_t index, uint32_t count, cl_error *error) {
    const cl_space *space = &client->space;
    uint64_t start = cl_region_start(space, index);
    uint64_t marks = cl_offset_of(space, cl_region_marks(space, index));
    uint64_t bytes = (uint64_t)count << CL_REGION_SHIFT;
    return cl_commit_mapped(client, start, bytes, "the objects space", error) &&
           cl_commit(client, marks, (uint64_t)count * CL_REGION_GRANULES, "the mark bytes", error);
}

static uint32_t stretch_end(const cl_space *space, uint32_t index) {
    uint32_t end = index - index % COMMIT_REGIONS + COMMIT_REGIONS;
    return end < space->region_count ? end : space->region_count;
}

/* Gives memory to a bare region and to the bare ones behind it. A word that is as it was before has it then: who gives
 * the memory back writes another one (cl_region_bare). */
static int commit_until(cl_client *client, uint32_t index, uint32_t end, cl_error *error) {
    const cl_space *space = &client->space;
    uint32_t words[COMMIT_REGIONS];
    for (uint32_t i = index; i < end; i++) {
        words[i - index] = cl_load_acquire(&space->regions[i]);
    }
    if (!cl_regions_commit(client, index, end - index, error)) {
        return 0;
    }
    for (uint32_t i = index; i < end; i++) {
        if (cl_region_state_of(words[i - index]) == CL_REGION_BARE) {
            cl_region_move(&space->regions[i], &words[i - index], cl_region_word(CL_REGION_CLEAN, 0, 0),
                           CL_REGION_BY_ALLOCATOR);
        }
    }
    return 1;
}

static int commit_stretch(cl_client *client, uint32_t index, cl_error *error) {
    return commit_until(client, index, stretch_end(&client->space, index), error) ||
           commit_until(client, index, index + 1, error);
}

void cl_region_top_raise(const cl_space *space, uint32_t end) {
    _Atomic uint32_t *top = &space->header->region_top;
    uint32_t seen = cl_load_relaxed(top);
    while (seen < end && !cl_cas_acq_rel(top, &seen, end)) {
    }
}

/* The claim and the sweep are one operation. It sweeps only if the swept epoch is its own: then not two flips can
 * happen before it ends, and no object gets the dead epoch meanwhile. Else the swept epoch may be one of long ago, and
 * that of the region stays [collector.sweep], [model.sweep]. */
static bool claim(cl_mutator m, uint32_t index) {
    const cl_space *space = &m.client->space;
    const _Atomic uint32_t *region = &space->regions[index];
    uint32_t owner = cl_slot_index(space, m.slot) + 1;
    m.slot->region = index + 1;            /* before the claim: if we die, the daemon finds what to give back */
    cl_region_top_raise(space, index + 1); /* before it too: no sweep passes by what is made here */
    uint32_t now = (uint32_t)(cl_enter(m) & CL_GC_EPOCH_MASK);
    uint32_t epoch = cl_load_acquire(&space->header->swept_epoch);
    uint32_t word = cl_load_acquire(region);
    uint32_t swept = cl_region_is_empty(word) || now == epoch ? epoch : cl_region_swept_of(word);
    bool claimed = is_claimable(word, swept) && cl_region_state_of(word) != CL_REGION_BARE &&
                   cl_region_move(region, &word, cl_region_word(CL_REGION_OWNED, swept, owner), CL_REGION_BY_ALLOCATOR);
    if (claimed && !cl_region_is_empty(word) && cl_region_swept_of(word) != swept) {
        bool left;
        cl_marks_sweep(cl_region_marks(space, index), CL_REGION_GRANULES, cl_epoch_before(swept), &left);
    }
    cl_leave(m);
    if (!claimed) {
        m.slot->region = 0;
        return false;
    }
    uint64_t start = cl_region_start(space, index);
    m.slot->alloc_scan = start;
    if (cl_region_is_empty(word)) {
        m.slot->alloc_scan = start + CL_REGION_BYTES;
        take_hole(m, start, start + CL_REGION_BYTES, cl_region_state_of(word) == CL_REGION_CLEAN);
    }
    return true;
}

/* Whether to claim a region that may be claimed. *reason: as in refill. */
static bool is_promising(const cl_space *space, uint32_t word, uint64_t bytes, const cl_error *reason) {
    switch (cl_region_state_of(word)) {
    case CL_REGION_BARE:
        return reason->code == 0;
    case CL_REGION_HOLES:
        return cl_region_bound_of(word) == 0 || cl_granules(bytes) < cl_region_bound_of(word) ||
               cl_region_swept_of(word) != cl_load_relaxed(&space->header->swept_epoch);
    default:
        return true;
    }
}

static bool try_region(cl_mutator m, uint32_t index, uint64_t bytes, cl_error *reason) {
    const cl_space *space = &m.client->space;
    uint32_t word = cl_load_relaxed(&space->regions[index]);
    if (!is_claimable(word, cl_load_relaxed(&space->header->swept_epoch)) ||
        !is_promising(space, word, bytes, reason) ||
        (cl_region_state_of(word) == CL_REGION_BARE && !commit_stretch(m.client, index, reason)) || !claim(m, index)) {
        return false;
    }
    if (m.slot->alloc_limit - m.slot->alloc_top >= bytes || next_hole(m, bytes)) {
        return true;
    }
    give_back_used(m, bytes);
    return false;
}

/* Claims regions until one has a hole. To get memory for one takes long: if the collector has set the cursor back
 * meanwhile it stays there, or all that was swept would be passed by for fresh memory. */
static bool claim_with_hole(cl_mutator m, uint64_t bytes, cl_error *reason) {
    const cl_space *space = &m.client->space;
    _Atomic uint32_t *cursor = &space->header->region_cursor;
    uint32_t count = space->region_count;
    uint32_t start = cl_load_relaxed(cursor);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = (start + i) % count;
        if (try_region(m, index, bytes, reason)) {
            cl_cas_acq_rel(cursor, &start, index);
            return true;
        }
    }
    return false;
}

/* *reason: what the system said when it had no memory for a bare region; the others are searched on. */
static bool refill(cl_mutator m, uint64_t bytes, cl_error *reason) {
    if (m.slot->region != 0) {
        give_back_used(m, bytes);
    }
    return claim_with_hole(m, bytes, reason);
}

static bool refill_patiently(cl_mutator m, uint64_t bytes, cl_error *error) {
    cl_shortage shortage = {0};
    while (!refill(m, bytes, &shortage.reason)) {
        if (!cl_collect_for_memory(m.client, &shortage, bytes, error)) {
            return false;
        }
    }
    return true;
}

/* Not inlined: what needs no refill is the rule. */
__attribute__((noinline)) static int32_t find_room(cl_mutator m, uint64_t bytes, cl_error *error) {
    if (!cl_writable(m.client, "make objects", error) || !cl_quota_bytes(m.client, bytes, error) ||
        (!next_hole(m, bytes) && !refill_patiently(m, bytes, error))) {
        return 0;
    }
    cl_quota_bytes_used(m.client, m.slot->alloc_limit - m.slot->alloc_top);
    return 1;
}

int cl_buffer_need(cl_mutator m, uint64_t bytes, cl_error *error) {
    if (bytes > CL_REGION_BYTES) {
        return cl_fail(error, CL_ERR_ARGUMENT,
                       "a buffer for %llu bytes was asked for; it has at most %u: use cl_block_large",
                       (unsigned long long)bytes, CL_REGION_BYTES);
    }
    bytes = cl_round_up(bytes, CL_GRANULE);
    return m.slot->alloc_limit - m.slot->alloc_top >= bytes || find_room(m, bytes, error);
}

int32_t cl_buffer_refill(uint64_t slot, uint64_t bytes, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    return cl_buffer_need(m, bytes, error);
}
