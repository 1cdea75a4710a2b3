/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared strings that this process stored at least twice: who stores an equal one again stores the same one. Strings
 * have no identity, so nobody sees it. They are the elements of an array that only this file knows, whose wrapper is
 * their root. An element is stored once. By hash, each in one of two places.
 */
#include <string.h>

#include "operation.h"
#include "sync.h"

#define SIZE 2048u /* a power of two */
#define MOST_CHARACTERS 96
#define MOST_CLASHES (4 * SIZE) /* then there is a new table, for the strings of now */
#define SHORTAGE_NS 5000000000ll

static struct {
    PyObject *text; /* exactly str, so that giving it up runs no code of the program */
    uint64_t word;
} stored[SIZE];
static uint64_t once[SIZE]; /* a sign of what was stored last: what is stored once takes no room */
static PyObject *root;      /* NULL: there is no table */
static uint32_t clashes;
static uint32_t pressure;   /* that was seen */
static int64_t short_until; /* there was no memory */
static int met_shortage;    /* in this process */

static PyTypeObject root_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.StoredTexts",
    .tp_base = &cn_wrapper_type,
    .tp_basicsize = sizeof(cn_wrapper),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "Keeps strings that are stored again and again.",
};

void cn_stored_shortage(void) {
    met_shortage = 1;
}

static int is_short(void) {
    return met_shortage || atomic_load_explicit(&cn_header->pressure, memory_order_relaxed) != pressure;
}

static void forget_texts(void) {
    for (uint32_t i = 0; i < SIZE; i++) {
        Py_CLEAR(stored[i].text);
    }
    clashes = 0;
}

/* Runs no code of the program: its type has no collector of Python's. */
static int begin(cn_thread *thread) {
    CN_NO_ERROR(error);
    if (short_until != 0 && cn_now_ns() < short_until) {
        return 0;
    }
    met_shortage = 0;
    pressure = atomic_load_explicit(&cn_header->pressure, memory_order_relaxed);
    int is_free = cl_large_is_free(sizeof(cl_object_header) + sizeof(uint64_t) * SIZE) != 0; /* it is worth no wait */
    uint64_t array = is_free ? cl_flat_make(thread->slot, CL_SLOT_TAGGED, SIZE, &error) : 0;
    uint32_t chunk = cn_chunk_look(thread);
    if (array != 0) {
        root = cn_make_wrapper(&root_type, array, chunk);
        PyErr_Clear(); /* private memory is short */
    }
    if (!cn_scope_leave_out(root)) {
        Py_CLEAR(root);
    }
    short_until = root == NULL ? cn_now_ns() + SHORTAGE_NS : 0;
    return root != NULL;
}

/* Stored for the second time: 0 when there is no memory for it, or other texts have its places. */
static uint64_t keep(cn_thread *thread, PyObject *text, uint32_t i) {
    CN_NO_ERROR(error);
    i = stored[i].text == NULL ? i : i ^ 1;
    if (stored[i].text != NULL) {
        clashes++;
        return 0;
    }
    if (root == NULL ? !begin(thread) : is_short()) {
        return 0;
    }
    uint64_t word = cn_string_of_text(thread, text, &error);
    if (word == 0) {
        cn_stored_shortage();
        return 0;
    }
    cl_store_at(thread->slot, cl_flat_place(cn_reference_of(root), i), word);
    cn_forget_word(thread, word);
    stored[i].text = Py_NewRef(text);
    stored[i].word = word;
    return word;
}

static size_t bytes_of(PyObject *text) {
    return (size_t)PyUnicode_GET_LENGTH(text) * (size_t)PyUnicode_KIND(text);
}

static int is_equal(PyObject *a, PyObject *b) {
    return a == b || (PyUnicode_GET_LENGTH(a) == PyUnicode_GET_LENGTH(b) && PyUnicode_KIND(a) == PyUnicode_KIND(b) &&
                      memcmp(PyUnicode_DATA(a), PyUnicode_DATA(b), bytes_of(a)) == 0);
}

/* Of a str at an address, which may have been freed since, and another one made there. */
static uint64_t fingerprint(PyObject *text) {
    size_t bytes = bytes_of(text);
    const char *content = PyUnicode_DATA(text);
    uint64_t first, last;
    memcpy(&first, content, sizeof first);
    memcpy(&last, content + bytes - sizeof last, sizeof last);
    return (first ^ last * 0x9E3779B97F4A7C15u ^ bytes) + (uintptr_t)text;
}

static int is_met_again(uint64_t sign, uint32_t i) {
    int is = once[i] == sign;
    once[i] = sign;
    return is;
}

/* A str whose hash nobody asked for is hashed when it comes again. */
uint64_t cn_stored_text(cn_thread *thread, PyObject *text) {
    Py_hash_t hash = ((PyASCIIObject *)text)->hash;
    uint32_t address = (uint32_t)((uintptr_t)text >> 4);
    int is_new = hash == -1;
    if (bytes_of(text) < sizeof(uint64_t)) {
        return 0;
    }
    if (is_new && !is_met_again(fingerprint(text), (address ^ address >> 11) & (SIZE - 1))) {
        return 0;
    }
    if (!PyUnicode_CheckExact(text) || PyUnicode_GET_LENGTH(text) > MOST_CHARACTERS) {
        return 0;
    }
    hash = is_new ? PyObject_Hash(text) : hash;
    uint32_t i = (uint32_t)(hash ^ hash >> 16) & (SIZE - 1);
    for (uint32_t way = 0; way <= 1; way++) {
        if (stored[i ^ way].text != NULL && is_equal(stored[i ^ way].text, text)) {
            return stored[i ^ way].word;
        }
    }
    return is_new || is_met_again((uint64_t)hash, i) ? keep(thread, text, i) : 0;
}

PyObject *cn_stored_count(PyObject *module, PyObject *nothing) {
    long count = 0;
    (void)module, (void)nothing;
    for (uint32_t i = 0; i < SIZE; i++) {
        count += stored[i].text != NULL;
    }
    return PyLong_FromLong(count);
}

int cn_stored_is_due(void) {
    return root != NULL && (clashes > MOST_CLASHES || is_short());
}

void cn_stored_give_up(void) {
    if (cn_stored_is_due()) {
        short_until = is_short() ? cn_now_ns() + SHORTAGE_NS : 0;
        met_shortage = 0;
        forget_texts();
        Py_CLEAR(root);
    }
}

int cn_stored_roots(void) {
    return root != NULL;
}

void cn_stored_forget_in_child(void) {
    memset(stored, 0, sizeof stored); /* who forked has perhaps no interpreter here */
    root = NULL;
}

int cn_stored_add(void) {
    return PyType_Ready(&root_type);
}
