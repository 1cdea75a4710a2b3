/* SPDX-License-Identifier: Apache-2.0 */
/* What maps and their cursors share. */
#ifndef COLORS_MAP_H
#define COLORS_MAP_H

#include "container.h"

typedef struct cn_table { /* of a map or set, as it was at one instant */
    uint64_t at; /* 0: none */
    uint32_t count, length;
} cn_table;

static inline cn_table cn_table_of(uint64_t head) {
    cn_table t = {.at = cn_head_part(head), .count = cn_head_count(head)};
    t.length = t.at == 0 ? 0 : cn_object(t.at)->length;
    return t;
}

static inline const _Atomic uint64_t *cn_key_place(const cn_table *t, uint32_t entry) {
    return (const _Atomic uint64_t *)(cn_object(t->at) + 1) + 2ull * entry;
}

static inline const _Atomic uint64_t *cn_value_place(const cn_table *t, uint32_t entry) {
    return cn_key_place(t, entry) + 1;
}

uint64_t cn_map_argument(PyObject *value); /* a map's or set's reference; 0 and an exception */

/* ---- cursor.c ---- */

PyObject *cn_map_iterator(PyObject *map); /* over its keys */
int cn_cursors_add(PyObject *module);

#endif
