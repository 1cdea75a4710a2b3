/* SPDX-License-Identifier: Apache-2.0 */
/* Wrappers by the granules of their objects: open addressing, linear probing. Allocates nothing that Python knows. */
#ifndef COLORS_WRAPPERS_H
#define COLORS_WRAPPERS_H

#include "native.h"

#define CN_WRAPPERS_LEAST 16u

typedef struct cn_entry {
    uint32_t granules; /* 0: free */
    uint32_t chunk;    /* of wrappers that do not know it any more (scope.c) */
    PyObject *wrapper;
} cn_entry;

typedef struct cn_wrappers {
    cn_entry *entries;
    uint32_t size, used;
} cn_wrappers;

static inline uint32_t cn_wrappers_home(const cn_wrappers *table, uint32_t granules) {
    return (granules * 0x9E3779B1u) >> 7 & (table->size - 1);
}

/* There is room (cn_wrappers_reserve). */
static inline void cn_wrappers_put(cn_wrappers *table, cn_entry entry) {
    uint32_t i = cn_wrappers_home(table, entry.granules);
    while (table->entries[i].granules != 0) {
        i = (i + 1) & (table->size - 1);
    }
    table->entries[i] = entry;
    table->used++;
}

/* 0: no memory; no exception is set. */
static inline int cn_wrappers_reserve(cn_wrappers *table, uint32_t more) {
    uint64_t size = table->size == 0 ? CN_WRAPPERS_LEAST : table->size;
    while (2 * ((uint64_t)table->used + more) > size) {
        size *= 2;
    }
    if (size == table->size) {
        return 1;
    }
    cn_wrappers larger = {PyMem_RawCalloc(size, sizeof *larger.entries), (uint32_t)size, 0};
    if (larger.entries == NULL) {
        return 0;
    }
    for (uint32_t i = 0; i < table->size; i++) {
        if (table->entries[i].granules != 0) {
            cn_wrappers_put(&larger, table->entries[i]);
        }
    }
    PyMem_RawFree(table->entries);
    *table = larger;
    return 1;
}

static inline cn_entry *cn_wrappers_find(const cn_wrappers *table, uint32_t granules) {
    if (table->size == 0) {
        return NULL;
    }
    uint32_t i = cn_wrappers_home(table, granules);
    for (; table->entries[i].granules != 0; i = (i + 1) & (table->size - 1)) {
        if (table->entries[i].granules == granules) {
            return &table->entries[i];
        }
    }
    return NULL;
}

/* Closes the gap: moves back those that would not be found behind it. */
static inline void cn_wrappers_take_out(cn_wrappers *table, cn_entry *entry) {
    uint32_t mask = table->size - 1, gap = (uint32_t)(entry - table->entries);
    for (uint32_t i = (gap + 1) & mask; table->entries[i].granules != 0; i = (i + 1) & mask) {
        uint32_t home = cn_wrappers_home(table, table->entries[i].granules);
        if (((i - home) & mask) >= ((i - gap) & mask)) {
            table->entries[gap] = table->entries[i];
            gap = i;
        }
    }
    table->entries[gap].granules = 0;
    table->used--;
}

static inline void cn_wrappers_free(cn_wrappers *table) {
    PyMem_RawFree(table->entries);
    *table = (cn_wrappers){NULL, 0, 0};
}

#endif
