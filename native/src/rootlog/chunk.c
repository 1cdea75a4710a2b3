/* SPDX-License-Identifier: Apache-2.0 */
/* Root-log chunks [layout.chunk]. A free chunk is all zero; a chunk is a root from its claim to its freeing. */
#include "rootlog.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "base.h"
#include "link.h"
#include "memory.h"
#include "object.h"
#include "range.h"
#include "segment.h"

#define REPORT_PAUSE_NS 1000000
#define REPORT_MOST_NS  1000000000ull
#define PATIENCE_NS     10000000000ull
#define CHUNK_PAUSE_NS  20000000
#define PAUSES_A_PRESS  50u /* a second */

static uint32_t try_claim(const cl_space *space, uint32_t index, uint32_t owner) {
    cl_chunk *chunk = cl_chunk_at(space, index);
    uint32_t free = 0;
    return cl_load_relaxed(&chunk->vm) == 0 && cl_cas_acq_rel(&chunk->vm, &free, owner);
}

/* A reader's are in its area. */
static int commit(cl_client *client, uint32_t index, cl_error *error) {
    const cl_space *space = &client->space;
    if (!client->readonly) {
        return cl_commit(client, cl_chunk_entries_offset(space, index), CL_CHUNK_BYTES, "a root log", error);
    }
    off_t entries = (off_t)cl_area_entries(index - client->chunks.first);
    bool lost = cl_unshared_is_lost(client->area);
    return (lost ? madvise((void *)cl_chunk_entries(space, index), CL_CHUNK_BYTES, MADV_POPULATE_WRITE)
                 : fallocate(client->area, 0, entries, (off_t)CL_CHUNK_BYTES)) == 0
               ? 1
               : cl_fail(error, CL_ERR_MEMORY, "the system has no memory for a root log of %llu bytes: %s",
                         (unsigned long long)CL_CHUNK_BYTES, strerror(errno));
}

/* A reader has none. Some chunks' are on one page, which stays. */
static int commit_ranges(cl_client *client, uint32_t index, cl_error *error) {
    const cl_space *space = &client->space;
    uint64_t ranges = cl_offset_of(space, cl_chunk_ranges(space, index));
    return client->readonly || cl_commit(client, ranges, sizeof(cl_ranges), "a root log", error);
}

/* In the VM table, for people; a reader cannot. */
static void count(cl_client *client, uint32_t change) {
    if (!client->readonly) {
        cl_add_relaxed(&cl_vm_at(&client->space, (uint32_t)client->vm)->chunks, change);
    }
}

static int out_of_chunks(cl_client *client, cl_error *error) {
    char holder[CL_HOLDER_BYTES];
    if (client->readonly) {
        return cl_fail(error, CL_ERR_MEMORY,
                       "all %u root-log chunks of this process are in use: a process that is attached read-only has no "
                       "more; let go of some references to shared objects, or let the garbage collector of the "
                       "language run",
                       client->chunks.end - client->chunks.first);
    }
    cl_collect_describe_holder(client, holder, sizeof holder);
    return cl_fail(error, CL_ERR_MEMORY,
                   "all %u root-log chunks of the segment are in use, %u of them by this process: processes hold "
                   "references to too many shared objects at once; %s; let go of some, or let the garbage collector of "
                   "the language run",
                   CL_CHUNK_MAX, cl_load_relaxed(&cl_vm_at(&client->space, (uint32_t)client->vm)->chunks), holder);
}

/* The collector reads the entries once `backed` is set. */
static bool back(cl_client *client, cl_chunk *chunk, uint32_t index, cl_error *reason) {
    if (chunk->backed == 0) {
        if (!commit(client, index, reason) || !commit_ranges(client, index, reason)) {
            return false;
        }
        cl_store_release(&chunk->backed, 1);
    }
    return true;
}

/* Claiming is no walk over all chunks in use, and takes those again that were freed, whose entries have memory and are
 * in caches, before others. Returns index + 1; 0: none is free, or by *reason the system has no memory for those that
 * are. */
static uint32_t claim(cl_client *client, uint32_t slot_index, cl_error *reason) {
    const cl_space *space = &client->space;
    uint32_t owner = (uint32_t)client->vm + 1;
    uint32_t start = cl_load_relaxed(&client->account.chunk_hint);
    uint32_t range = client->chunks.end - client->chunks.first;
    for (uint32_t i = 0; i < range; i++) {
        uint32_t index = client->chunks.first + (start + i) % range;
        cl_chunk *chunk = cl_chunk_at(space, index);
        if ((reason->code != 0 && chunk->backed == 0) || !try_claim(space, index, owner)) {
            continue;
        }
        if (!back(client, chunk, index, reason)) {
            cl_store_release(&chunk->vm, 0);
            continue;
        }
        chunk->slot = (uint16_t)slot_index;
        count(client, 1);
        cl_store_relaxed(&client->account.chunk_hint, index + 1 - client->chunks.first);
        return index + 1;
    }
    return 0;
}

/* The system had no memory: a cycle gives some back to it. */
static uint32_t claim_after_cycle(cl_client *client, uint32_t slot_index) {
    cl_error reason = {0, ""};
    return !client->readonly && cl_collect_await(client, 0, NULL) ? claim(client, slot_index, &reason) : 0;
}

/* When all are in use, other processes are asked to run their own collectors, whose dead wrappers hold chunks. Who
 * waited in vain does not wait again at once. */
static uint32_t claim_under_pressure(cl_client *client, uint32_t slot_index) {
    cl_error reason = {0, ""};
    uint32_t chunk = 0;
    uint64_t start = cl_now_ns();
    if (client->readonly || start < cl_load_relaxed(&client->account.chunks_vain_ns)) {
        return 0;
    }
    for (uint32_t i = 0; chunk == 0 && cl_now_ns() - start < PATIENCE_NS && cl_collect_others_hold(client); i++) {
        if (i % PAUSES_A_PRESS == 0) {
            cl_collect_press(&client->space);
        }
        nanosleep(&(struct timespec){0, CHUNK_PAUSE_NS}, NULL);
        chunk = claim(client, slot_index, &reason);
    }
    cl_store_relaxed(&client->account.chunks_vain_ns, chunk == 0 ? cl_now_ns() + PATIENCE_NS : 0);
    return chunk;
}

uint32_t cl_chunk_claim(cl_client *client, uint32_t slot_index, cl_error *error) {
    cl_error reason = {0, ""};
    if (!cl_quota_chunk(client, error)) {
        return 0;
    }
    uint32_t chunk = claim(client, slot_index, &reason);
    if (chunk == 0) {
        chunk = reason.code != 0 ? claim_after_cycle(client, slot_index) : claim_under_pressure(client, slot_index);
    }
    if (chunk == 0) {
        reason.code != 0 ? cl_fail(error, (enum cl_code)reason.code, "%s", reason.text) : out_of_chunks(client, error);
        cl_quota_chunk_back(client);
    }
    return chunk;
}

int32_t cl_keep(uint64_t slot, uint64_t reference, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    for (;;) {
        cl_enter(m);
        bool logged = cl_log(m, cl_ref_of(reference));
        cl_leave(m);
        if (logged) {
            return 1;
        }
        if (cl_chunk_follow(m, error) == 0) {
            return 0;
        }
    }
}

/* An entry whose maker failed before it published the block names no object. */
static bool is_object(const cl_space *space, uint32_t entry) {
    cl_ref ref = cl_ref_of_granules(entry);
    return cl_is_collected(space, ref) && cl_load_acquire(cl_mark_at(space, ref)) != 0;
}

/* M5. */
static void shade_and_drop(const cl_space *space, _Atomic uint32_t *entries, uint64_t gc) {
    for (uint32_t i = 0; i < CL_CHUNK_ENTRIES; i++) {
        uint32_t entry = cl_load_relaxed(&entries[i]);
        if (entry != 0 && is_object(space, entry)) {
            cl_shade(space, cl_ref_of_granules(entry), gc);
        }
        cl_store_release(&entries[i], 0);
    }
}

/* One operation. While no reports are out, nobody reads the entries before it ends. Returns false and drops nothing
 * where that cannot be done until `deadline_ns`. */
static bool empty(cl_mutator m, uint32_t index, uint64_t deadline_ns) {
    const cl_space *space = &m.client->space;
    _Atomic uint32_t *entries = cl_chunk_entries(space, index);
    cl_ranges *ranges = m.client->readonly ? NULL : cl_chunk_ranges(space, index);
    uint64_t gc = cl_enter(m);
    while (m.client->readonly && (gc & CL_GC_REPORT) != 0) { /* it cannot shade: the reports come first */
        cl_leave(m);
        if (cl_now_ns() >= deadline_ns) {
            return false;
        }
        nanosleep(&(struct timespec){0, REPORT_PAUSE_NS}, NULL);
        gc = cl_enter(m);
    }
    if ((gc & CL_GC_REPORT) != 0) {
        shade_and_drop(space, entries, gc);
        if (ranges != NULL) {
            cl_range_shade(space, ranges, gc);
        }
    } else {
        memset((void *)entries, 0, CL_CHUNK_BYTES);
    }
    if (ranges != NULL) {
        cl_range_clear(ranges);
    }
    cl_leave(m);
    return true;
}

/* A reader cannot free a chunk while the daemon is stopped or gone in the middle of its reports: the chunk stays a
 * root. Who takes its bit frees it. */
static void leave_for_later(cl_client *client, uint32_t index) {
    uint32_t place = index - client->chunks.first;
    atomic_fetch_or_explicit(&client->account.left[place / 64], 1ull << place % 64, memory_order_release);
    cl_add_relaxed(&client->account.left_count, 1);
}

static bool has_left(const cl_client *client) {
    return cl_load_relaxed(&client->account.left_count) != 0;
}

static bool is_left(const cl_client *client, uint32_t index) {
    uint32_t place = index - client->chunks.first;
    return has_left(client) && (cl_load_acquire(&client->account.left[place / 64]) >> place % 64 & 1) != 0;
}

static bool take_left(cl_client *client, uint32_t place) {
    uint64_t bit = 1ull << place % 64;
    if ((atomic_fetch_and_explicit(&client->account.left[place / 64], ~bit, memory_order_acq_rel) & bit) == 0) {
        return false;
    }
    cl_sub_relaxed(&client->account.left_count, 1);
    return true;
}

static void set_free(cl_client *client, uint32_t index) {
    count(client, UINT32_MAX);
    cl_store_release(&cl_chunk_at(&client->space, index)->vm, 0);
    uint32_t place = index - client->chunks.first;
    uint32_t lowest = cl_load_relaxed(&client->account.chunk_hint);
    while (place < lowest && !cl_cas_acq_rel(&client->account.chunk_hint, &lowest, place)) {
    }
    cl_quota_chunk_back(client);
}

/* Without a wait, when the reports are over. */
static void free_left(cl_mutator m) {
    for (uint32_t place = 0; place < CL_AREA_CHUNKS && has_left(m.client); place++) {
        if (take_left(m.client, place)) {
            uint32_t index = m.client->chunks.first + place;
            if (!empty(m, index, 0)) {
                leave_for_later(m.client, index);
                return;
            }
            set_free(m.client, index);
        }
    }
}

uint64_t cl_chunk_follow(cl_mutator m, cl_error *error) {
    const cl_space *space = &m.client->space;
    free_left(m);
    uint32_t chunk = cl_chunk_claim(m.client, cl_slot_index(space, m.slot), error);
    if (chunk == 0) {
        return 0;
    }
    uint32_t old = m.slot->chunk;
    m.slot->chunk = chunk;
    cl_range_move(m, old);
    return cl_chunk_entries_offset(space, chunk - 1);
}

/* False: no chunk of this process. */
static bool find(cl_client *client, uint64_t entries_offset, uint32_t *index) {
    const cl_space *space = &client->space;
    uint64_t found = (entries_offset - space->geometry.chunk_entries_offset) / CL_CHUNK_BYTES;
    *index = (uint32_t)found;
    return found < CL_CHUNK_MAX && cl_load_acquire(&cl_chunk_at(space, *index)->vm) == (uint32_t)client->vm + 1;
}

int32_t cl_chunk_resume(uint64_t slot, uint64_t entries_offset, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    uint32_t index;
    if (!find(m.client, entries_offset, &index) || is_left(m.client, index)) {
        return cl_fail(error, CL_ERR_ARGUMENT,
                       "no root-log chunk of this process is at offset %llu: it was freed, or never its",
                       (unsigned long long)entries_offset);
    }
    uint32_t old = m.slot->chunk;
    if (old != index + 1) {
        m.slot->chunk = index + 1;
        cl_range_move(m, old);
    }
    return 1;
}

void cl_chunk_free(uint64_t slot, uint64_t entries_offset) {
    cl_mutator m = cl_mutator_of(slot);
    uint32_t index;
    if (!find(m.client, entries_offset, &index) || is_left(m.client, index)) { /* freed already, but for that */
        return;
    }
    free_left(m);
    /* who waited in vain says so to those that come after it, until the reports are over */
    uint64_t patience_ns = has_left(m.client) ? 0 : REPORT_MOST_NS;
    if (empty(m, index, cl_now_ns() + patience_ns)) {
        set_free(m.client, index);
    } else {
        leave_for_later(m.client, index);
    }
}

/* ---- the API ---- */

uint64_t cl_chunk_next(uint64_t slot, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    return cl_chunk_follow(m, error);
}
