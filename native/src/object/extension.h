/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where slot i of an object is [layout.extension]. Below inline_slots: in the object. Else e = i - inline_slots counts
 * through the chain of extension blocks; block k holds CL_EXTENSION_SLOTS << k slots. Blocks never move and are never
 * unlinked.
 */
#ifndef COLORS_EXTENSION_H
#define COLORS_EXTENSION_H

#include "segment.h"

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

/* The place of block k's reference: in the object's header or in the header of block k - 1, which exists. */
static inline _Atomic uint32_t *cl_extension_link(const cl_space *space, uint64_t object, uint32_t block) {
    _Atomic uint32_t *link = &cl_object_at(space, object)->extension;
    for (uint32_t k = 0; k < block; k++) {
        link = &cl_object_at(space, cl_bytes(cl_load_acquire(link)))->extension;
    }
    return link;
}

/* The offset of a slot. The object's shape covers it, so its block exists. */
static inline uint64_t cl_slot_place(const cl_space *space, uint64_t object, uint32_t inline_slots, uint32_t slot) {
    if (slot < inline_slots) {
        return cl_inline_slot_place(object, slot);
    }
    uint32_t e = slot - inline_slots;
    uint32_t granules = cl_load_acquire(cl_extension_link(space, object, cl_extension_block(e)));
    return cl_inline_slot_place(cl_bytes(granules), cl_extension_index(e));
}

#endif
