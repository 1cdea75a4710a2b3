/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A place: the address of a slot of 8 bytes, and where slot i of an object is [layout.extension]. Below inline_slots:
 * in the object. Else e = i - inline_slots counts through the chain of extension blocks; block k holds
 * CL_EXTENSION_SLOTS << k slots. Blocks never move and are never unlinked.
 */
#ifndef COLORS_PLACE_H
#define COLORS_PLACE_H

#include "word.h"

typedef struct cl_place {
    _Atomic uint64_t *address;
} cl_place;

static inline cl_place cl_place_of(const _Atomic uint64_t *address) {
    return (cl_place){(_Atomic uint64_t *)address};
}

/* By its offset, as callers of the API have it. */
static inline cl_place cl_place_at(const cl_space *space, uint64_t offset) {
    return (cl_place){cl_at(space, offset)};
}

/* Slot i of a block whose slots follow its header: an object's own, an extension block's, an array's. */
static inline cl_place cl_inline_place(const cl_space *space, cl_ref block, uint64_t i) {
    return cl_place_of((const _Atomic uint64_t *)(const void *)(cl_object_at(space, block) + 1) + i);
}

/* What a tagged slot holds. */
static inline cl_word cl_place_load(cl_place place) {
    return cl_word_of(cl_load_acquire(place.address));
}

static inline cl_word cl_place_load_relaxed(cl_place place) {
    return cl_word_of(cl_load_relaxed(place.address));
}

/* The block that extension slot e is in: block k begins at CL_EXTENSION_SLOTS * (2^k - 1). */
static inline uint32_t cl_extension_block(uint32_t e) {
    return 31u - (uint32_t)__builtin_clz(e / CL_EXTENSION_SLOTS + 1);
}

static inline uint32_t cl_extension_index(uint32_t e) {
    return e - CL_EXTENSION_SLOTS * ((1u << cl_extension_block(e)) - 1);
}

static inline uint32_t cl_extension_block_slots(uint32_t block) {
    return CL_EXTENSION_SLOTS << block;
}

/* What leads to block k: in the object's header, or in the header of block k - 1, which exists. */
static inline _Atomic uint32_t *cl_extension_link(const cl_space *space, cl_ref object, uint32_t block) {
    _Atomic uint32_t *link = &cl_object_at(space, object)->extension;
    for (uint32_t k = 0; k < block; k++) {
        link = &cl_object_at(space, cl_ref_of_granules(cl_load_acquire(link)))->extension;
    }
    return link;
}

/* The object's shape covers the slot, so its block exists. */
static inline cl_place cl_slot_place(const cl_space *space, cl_ref object, uint32_t inline_slots, uint32_t slot) {
    if (slot < inline_slots) {
        return cl_inline_place(space, object, slot);
    }
    uint32_t e = slot - inline_slots;
    uint32_t granules = cl_load_acquire(cl_extension_link(space, object, cl_extension_block(e)));
    return cl_inline_place(space, cl_ref_of_granules(granules), cl_extension_index(e));
}

#endif
