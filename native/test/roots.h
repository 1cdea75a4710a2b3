/* SPDX-License-Identifier: Apache-2.0 */
/* What a C program does about its roots: it drops all, but for those that it keeps. */
#ifndef TEST_ROOTS_H
#define TEST_ROOTS_H

#include "check.h"
#include "here.h"
#include "words.h"

/* Frees every chunk of this process but the slot's current one. */
static inline void free_old_chunks(uint64_t slot_offset) {
    const cl_slot *slot = cl_at(here(), slot_offset);
    for (uint32_t i = 0; i < CL_CHUNK_MAX; i++) {
        const cl_chunk *chunk = cl_chunk_at(here(), i);
        if (i != slot->chunk - 1 && cl_load_acquire(&chunk->vm) == (uint32_t)cl_vm_index() + 1 &&
            chunk->slot == cl_slot_index(here(), slot)) {
            cl_chunk_free(slot_offset, cl_chunk_entries_offset(here(), i));
        }
    }
}

/* From now on only `kept` are roots of this slot. */
static inline void keep_only(uint64_t slot, const uint64_t *kept, uint32_t count) {
    cl_error error = {0, ""};
    REQUIRE(cl_chunk_next(slot, &error) != 0, &error);
    for (uint32_t i = 0; i < count; i++) {
        if (kept[i] != 0) {
            REQUIRE(cl_keep(slot, kept[i], &error), &error);
        }
    }
    free_old_chunks(slot);
}

static inline void collect(void) {
    cl_error error = {0, ""};
    REQUIRE(cl_collect(30000, &error), &error);
}

static inline bool is_object(uint64_t reference) {
    return cl_load_acquire(cl_mark_at(here(), cl_ref_of(reference))) != 0;
}

/* Whether a string is there that begins with this text. */
static inline bool holds_text(uint64_t reference, const char *text) {
    const char *head = cl_at(here(), reference);
    return is_object(reference) && memcmp(head + sizeof(cl_string_head), text, strlen(text)) == 0;
}

/* Objects in the heap, dead ones that are not swept included. */
static inline uint64_t count_objects(void) {
    const cl_header *header = here()->header;
    uint64_t count = 0;
    uint64_t end = cl_region_start(here(), cl_load_acquire(&header->region_top));
    for (uint64_t at = header->objects_offset; at < end; at += CL_GRANULE) {
        count += is_object(at);
    }
    return count;
}

static inline const cl_cycle *last_cycle(void) {
    return cl_cycle_at(here(), cl_load_acquire(&here()->header->cycles_finished));
}

#endif
