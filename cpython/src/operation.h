/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One heap operation by rules M1 to M6 of the collector's protocol, inlined: the twin of the library's mutator.h. The
 * thread never blocks, allocates with Python's collector, or runs Python code inside one.
 */
#ifndef COLORS_NATIVE_OPERATION_H
#define COLORS_NATIVE_OPERATION_H

#include "native.h"

static inline void *cn_at(uint64_t offset) {
    return cn_base + offset;
}

static inline uint32_t cn_granules(uint64_t reference) {
    return (uint32_t)(reference >> CN_REFERENCE_SHIFT);
}

static inline int cn_is_reference(uint64_t word) {
    return word != CL_TAG_NULL && (word & CL_TAG_REFERENCE_MASK) == 0;
}

static inline uint64_t cn_enter(cl_slot *slot) {
    uint64_t seq = atomic_load_explicit(&slot->seq, memory_order_relaxed);
    atomic_store_explicit(&slot->seq, seq + 1, memory_order_release);
    atomic_signal_fence(memory_order_seq_cst); /* the daemon's membarrier makes this a full fence when it matters */
    return atomic_load_explicit(&cn_header->gc_word, memory_order_acquire);
}

static inline void cn_leave(cl_slot *slot) {
    uint64_t seq = atomic_load_explicit(&slot->seq, memory_order_relaxed);
    atomic_store_explicit(&slot->seq, seq + 1, memory_order_release);
}

static inline uint32_t cn_log_place(uint32_t granules, uint32_t probe) {
    return probe == 0 ? (granules + (granules >> CL_CHUNK_ENTRIES_LOG2) * CL_CHUNK_SPREAD) % CL_CHUNK_ENTRIES
                      : (((granules * 0x9E3779B1u) >> (32 - CL_CHUNK_ENTRIES_LOG2)) + probe - 1) % CL_CHUNK_ENTRIES;
}

static inline uint64_t cn_chunk_entries_offset(uint32_t chunk) {
    return cn_header->chunk_entries_offset + 4ull * CL_CHUNK_ENTRIES * chunk;
}

static inline _Atomic uint32_t *cn_chunk_entries(uint32_t chunk) {
    return cn_at(cn_chunk_entries_offset(chunk));
}

static inline cl_object_header *cn_object(uint64_t reference) {
    return cn_at(reference);
}

static inline uint32_t cn_shape_id(uint64_t reference) {
    return atomic_load_explicit(&cn_object(reference)->shape, memory_order_acquire) & CL_SHAPE_ID_MASK;
}

/* A shape id counts granules from the start of the classes space. */
static inline const cl_shape *cn_shape_at(uint32_t id) {
    return cn_at(cn_header->classes_offset + ((uint64_t)id << CL_GRANULE_SHIFT));
}

/* Where slot i of an object is: in the object, else in its chain of extension blocks. */
static inline _Atomic uint64_t *cn_slot_place(uint64_t reference, uint32_t inline_slots, uint32_t slot) {
    cl_object_header *block = cn_object(reference);
    if (slot < inline_slots) {
        return (_Atomic uint64_t *)(block + 1) + slot;
    }
    uint32_t extra = slot - inline_slots, slots = CL_EXTENSION_SLOTS;
    for (;;) {
        block = cn_at((uint64_t)atomic_load_explicit(&block->extension, memory_order_acquire) << CL_GRANULE_SHIFT);
        if (extra < slots) {
            return (_Atomic uint64_t *)(block + 1) + extra;
        }
        extra -= slots;
        slots *= 2;
    }
}

#endif
