/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Regions [layout.region]: the words of the region table.
 *
 * Who moves a word, and to what: CL_REGION_TRANSITIONS. An allocator takes a region whose state it may claim to OWNED,
 * and gives it back; the daemon takes one that nobody owns to SWEEPING, and puts it down again. Both take it by CAS, so
 * each region has one holder at a time.
 */
#ifndef COLORS_REGION_H
#define COLORS_REGION_H

#include "base.h"
#include "invariant.h"
#include "segment.h"

enum cl_region_mover { CL_REGION_BY_ALLOCATOR, CL_REGION_BY_DAEMON };

static inline uint32_t cl_region_word(uint32_t state, uint32_t epoch, uint32_t owner) {
    return state | epoch << CL_REGION_SWEPT_SHIFT | owner << CL_REGION_OWNER_SHIFT;
}

static inline uint32_t cl_region_state_of(uint32_t word) {
    return word & CL_REGION_STATE_MASK;
}

static inline uint32_t cl_region_swept_of(uint32_t word) {
    return (word & CL_REGION_SWEPT_MASK) >> CL_REGION_SWEPT_SHIFT;
}

/* Slot index + 1, or 0. */
static inline uint32_t cl_region_owner_of(uint32_t word) {
    return word >> CL_REGION_OWNER_SHIFT;
}

/* Of a HOLES region: the granules of the request for which its last owner found no hole, 0: none. A hint: who needs as
 * much passes it by until it is swept, even if a larger hole was left behind for a still larger request. */
static inline uint32_t cl_region_bound_of(uint32_t word) {
    return word >> CL_REGION_OWNER_SHIFT;
}

/* For a region whose memory was given back. No region has the same such word twice in 17 s, so who gave memory to a
 * bare one and finds its word unchanged knows that the memory is there still [layout.commit]. */
static inline uint32_t cl_region_bare(void) {
    return cl_region_word(CL_REGION_BARE, 0, (uint32_t)(cl_now_ns() >> 10));
}

/* Without objects. */
static inline bool cl_region_is_empty(uint32_t word) {
    return cl_region_state_of(word) <= CL_REGION_FREE;
}

/* Whether a word may become another one, by the table and by what a transition keeps. */
bool cl_region_may_move(uint32_t from, uint32_t to, enum cl_region_mover mover);

/* Takes a region, or puts one down whose word others may move too. On failure *word is the one found. Words are written
 * here and in cl_region_put only: they are const elsewhere. */
static inline bool cl_region_move(const _Atomic uint32_t *region, uint32_t *word, uint32_t to,
                                  enum cl_region_mover mover) {
    CL_ASSERT(cl_region_may_move(*word, to, mover));
    (void)mover;
    return cl_cas_acq_rel((_Atomic uint32_t *)region, word, to);
}

/* Puts down a region that nobody else may move. held: the word that it has by the rules, not by what another process
 * may have written. */
static inline void cl_region_put(const _Atomic uint32_t *region, uint32_t held, uint32_t to,
                                 enum cl_region_mover mover) {
    CL_ASSERT(cl_region_may_move(held, to, mover));
    (void)held, (void)mover;
    cl_store_release((_Atomic uint32_t *)region, to);
}

/* Epochs are 1, 2, 3, 1, ... */
static inline uint32_t cl_epoch_before(uint32_t epoch) {
    return epoch == 1 ? 3 : epoch - 1;
}

static inline uint32_t cl_epoch_after(uint32_t epoch) {
    return epoch == 3 ? 1 : epoch + 1;
}

#endif
