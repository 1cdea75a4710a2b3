/* SPDX-License-Identifier: Apache-2.0 */
/* Walks over mark bytes, eight at a time. */
#ifndef COLORS_MARKS_H
#define COLORS_MARKS_H

#include <string.h>

#include "segment.h"

#define CL_MARKS_LOW 0x0101010101010101ull

/* Eight mark bytes; others may store single ones meanwhile. `marks` is a multiple of eight. */
static inline uint64_t cl_marks_load(const _Atomic uint8_t *marks) {
    return atomic_load_explicit((const _Atomic uint64_t *)(const void *)marks, memory_order_acquire);
}

/* The index of the first byte from `from` to before `end` that is not 0; `end` when there is none. */
static inline uint32_t cl_marks_next(const _Atomic uint8_t *marks, uint32_t from, uint32_t end) {
    for (; from < end && from % 8 != 0; from++) {
        if (cl_load_acquire(&marks[from]) != 0) {
            return from;
        }
    }
    for (; from + 8 <= end; from += 8) {
        uint64_t word = cl_marks_load(&marks[from]);
        if (word != 0) {
            return from + (uint32_t)__builtin_ctzll(word) / 8;
        }
    }
    for (; from < end; from++) {
        if (cl_load_acquire(&marks[from]) != 0) {
            return from;
        }
    }
    return end;
}

/* D6 for `count` granules (a multiple of eight): dead is what the cycle before `epoch` marked and this one did not.
 * Returns how many objects were freed; *left whether any object is left. Stores single bytes only: others may store to
 * their neighbours. */
static inline uint32_t cl_marks_sweep(_Atomic uint8_t *marks, uint32_t count, uint32_t dead_epoch, bool *left) {
    uint32_t freed = 0;
    uint64_t remain = 0;
    for (uint32_t i = 0; i < count; i += 8) {
        uint64_t word = cl_marks_load(&marks[i]);
        if (word == 0) {
            continue;
        }
        uint64_t epochs = word & CL_MARK_EPOCH_MASK * CL_MARKS_LOW;
        uint64_t other = epochs ^ dead_epoch * CL_MARKS_LOW; /* zero bytes: dead, or no object */
        uint64_t keep = (other | other >> 1) & CL_MARKS_LOW;
        uint64_t object = word >> 7 & CL_MARKS_LOW; /* CL_MARK_OBJECT */
        uint64_t dead = object & ~keep;
        remain |= object & keep;
        while (dead != 0) {
            cl_store_relaxed(&marks[i + (uint32_t)__builtin_ctzll(dead) / 8], 0);
            dead &= dead - 1;
            freed++;
        }
    }
    *left = remain != 0;
    return freed;
}

#endif
