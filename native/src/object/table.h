/* SPDX-License-Identifier: Apache-2.0 */
/* Where things are in the table of a set or map [layout.table]. */
#ifndef COLORS_TABLE_H
#define COLORS_TABLE_H

#include "segment.h"

static inline uint64_t cl_table_bytes(uint32_t length) {
    return cl_round_up(sizeof(cl_object_header) + CL_TABLE_ENTRY_BYTES * length, CL_GRANULE);
}

/* Offsets from the table's start. */
static inline uint64_t cl_table_key(uint32_t entry) {
    return sizeof(cl_object_header) + 16ull * entry;
}

static inline uint64_t cl_table_value(uint32_t entry) {
    return cl_table_key(entry) + 8;
}

static inline uint64_t cl_table_hash(uint32_t length, uint32_t entry) {
    return cl_table_key(length) + 4ull * entry;
}

static inline uint64_t cl_table_index(uint32_t length, uint32_t place) {
    return cl_table_hash(length, length) + 4ull * place;
}

/* Where the search for a hash begins; it goes on to the next place, and ends at a free one. */
static inline uint32_t cl_table_first(uint32_t length, uint32_t hash) {
    return hash * 0x9E3779B1u >> __builtin_clz(length);
}

#endif
