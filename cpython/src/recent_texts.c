/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Strings that were read at least twice, by their references: who reads one again gets the same str. The number of
 * sweeps is a part of the key: a reference means the same string as long as no sweep begins [layout.sweeps],
 * [model.recent].
 */
#include <string.h>

#include "operation.h"

#define RECENT_LOG2 12
#define MOST_CHARACTERS 96

static struct {
    uint64_t key;
    PyObject *text; /* NULL: it was read once */
} recent[1u << RECENT_LOG2];

static uint64_t key_of(uint64_t reference) {
    uint64_t sweeps = atomic_load_explicit(&cn_header->sweeps, memory_order_acquire);
    return sweeps << 32 | cn_granules(reference);
}

static uint32_t index_of(uint64_t reference) {
    return (cn_granules(reference) * 0x9E3779B1u) >> (32 - RECENT_LOG2);
}

PyObject *cn_recent_text(uint64_t reference) {
    uint32_t i = index_of(reference);
    return recent[i].text != NULL && recent[i].key == key_of(reference) ? Py_NewRef(recent[i].text) : NULL;
}

void cn_remember_text(uint64_t reference, PyObject *text) {
    uint32_t i = index_of(reference);
    uint64_t key = key_of(reference);
    if (recent[i].key != key) {
        recent[i].key = key;
        Py_CLEAR(recent[i].text);
    } else if (recent[i].text == NULL && PyUnicode_GET_LENGTH(text) <= MOST_CHARACTERS) {
        recent[i].text = Py_NewRef(text);
    }
}

PyObject *cn_recent_count(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    long count = 0;
    for (uint32_t i = 0; i < 1u << RECENT_LOG2; i++) {
        count += recent[i].text != NULL;
    }
    return PyLong_FromLong(count);
}

void cn_recent_forget_in_child(void) {
    memset(recent, 0, sizeof recent); /* who forked has perhaps no interpreter here */
}
