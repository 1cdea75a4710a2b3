/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A heap operation of one thread, by rules M1 to M6 of the collector's protocol:
 *   enter; read the GC word once; load, store, log, allocate; leave. Never block inside.
 */
#ifndef COLORS_MUTATOR_H
#define COLORS_MUTATOR_H

#include "invariant.h"
#include "place.h"

/* A thread's way into the heap: the attachment of its process, and its mutator slot. */
typedef struct cl_mutator {
    cl_client *client;
    cl_slot *slot;
} cl_mutator;

/* By the offset of the slot, as callers of the API have it. */
static inline cl_mutator cl_mutator_of(uint64_t slot) {
    return (cl_mutator){&cl_self, cl_at(&cl_self.space, slot)};
}

/* Returns the GC word, valid until cl_leave (M1). */
static inline uint64_t cl_enter(cl_mutator m) {
    cl_slot *slot = m.slot;
    CL_ASSERT(cl_load_relaxed(&slot->seq) % 2 == 0);
    cl_store_release(&slot->seq, cl_load_relaxed(&slot->seq) + 1);
    cl_fence_compiler(); /* the daemon's membarrier makes this a full fence when it matters */
    return cl_load_acquire(&m.client->space.header->gc_word);
}

static inline void cl_leave(cl_mutator m) {
    cl_slot *slot = m.slot;
    CL_ASSERT(cl_load_relaxed(&slot->seq) % 2 == 1);
    cl_store_release(&slot->seq, cl_load_relaxed(&slot->seq) + 1);
}

static inline void cl_shade(const cl_space *space, cl_ref ref, uint64_t gc) {
    if (cl_is_collected(space, ref)) {
        _Atomic uint8_t *mark = cl_mark_at(space, ref);
        uint8_t epoch = (uint8_t)(gc & CL_GC_EPOCH_MASK);
        CL_ASSERT(cl_load_relaxed(mark) != 0);
        if ((cl_load_relaxed(mark) & CL_MARK_EPOCH_MASK) != epoch) {
            cl_store_relaxed(mark, (uint8_t)(CL_MARK_OBJECT | CL_MARK_GREY | epoch));
        }
    }
}

static inline void cl_shade_word(const cl_space *space, cl_word word, uint64_t gc) {
    if (cl_word_is_reference(word)) {
        cl_shade(space, cl_ref_of_word(word), gc);
    }
}

/* M2 for a place that held nothing before. */
static inline void cl_store_initial(cl_mutator m, cl_place place, cl_word word, uint64_t gc) {
    const cl_space *space = &m.client->space;
    CL_ASSERT_PLACE(space, place.address, sizeof word);
    if ((gc & CL_GC_REPORT) != 0) {
        cl_shade_word(space, word, gc);
    }
    cl_store_release(place.address, word.bits);
}

/* M2. */
static inline void cl_store_barriered(cl_mutator m, cl_place place, cl_word word, uint64_t gc) {
    const cl_space *space = &m.client->space;
    CL_ASSERT_PLACE(space, place.address, sizeof word);
    if ((gc & CL_GC_REPORT) != 0) {
        cl_shade_word(space, word, gc);
    }
    cl_shade_word(space, cl_place_load_relaxed(place), gc);
    cl_store_release(place.address, word.bits);
}

/* The mark byte of an object allocated in this operation; publishes the object (M4). */
static inline void cl_mark_new(cl_mutator m, cl_ref ref, uint64_t gc) {
    _Atomic uint8_t *mark = cl_mark_at(&m.client->space, ref);
    uint8_t grey = (gc & CL_GC_REPORT) != 0 ? CL_MARK_GREY : 0;
    CL_ASSERT(cl_load_relaxed(mark) == 0);
    CL_ASSERT_PLACE(&m.client->space, cl_object_at(&m.client->space, ref), sizeof(cl_object_header));
    cl_store_release(mark, (uint8_t)(CL_MARK_OBJECT | grey | (gc & CL_GC_EPOCH_MASK)));
}

/* Adds a reference to the slot's chunk, a set. False when it has no room: leave, forget the reference, take the next
 * chunk and start again. */
static inline bool cl_log(cl_mutator m, cl_ref ref) {
    uint32_t granules = cl_ref_granules(ref);
    _Atomic uint32_t *entries = cl_chunk_entries(&m.client->space, m.slot->chunk - 1);
    for (uint32_t i = 0; i < CL_CHUNK_PROBES; i++) {
        _Atomic uint32_t *entry = &entries[cl_log_place(granules, i)];
        uint32_t found = cl_load_relaxed(entry);
        if (found == granules) {
            return true;
        }
        if (found == 0) {
            cl_store_release(entry, granules);
            return true;
        }
    }
    return false;
}

/* M3 for what was loaded. */
static inline bool cl_log_word(cl_mutator m, cl_word word) {
    return !cl_word_is_reference(word) || cl_log(m, cl_ref_of_word(word));
}

#endif
