/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tuples, frozensets and bytes, which are copied when they are stored. All that they hold is converted, and hashed,
 * when the value is: making them runs no code of the program.
 */
#include "container.h"

typedef struct frozen {
    PyObject_HEAD
    uint32_t type;    /* enum cl_type */
    PyObject *bytes;  /* of CL_TYPE_BINARY */
    cn_words words;   /* of the others */
    uint32_t *hashes; /* of CL_TYPE_SET */
} frozen;

static PyTypeObject frozen_type;

static void frozen_dealloc(PyObject *self) {
    frozen *f = (frozen *)self;
    if (f->words.kept != NULL) {
        cn_words_end(NULL, &f->words);
    }
    Py_XDECREF(f->bytes);
    PyMem_RawFree(f->hashes);
    Py_TYPE(self)->tp_free(self);
}

/* Whether another element before it is equal in shared memory, as 1 and 1.0 are not in Python's set, but True is. */
static int is_double(const frozen *f, Py_ssize_t i) {
    int found = 0;
    for (Py_ssize_t before = 0; found == 0 && before < i; before++) {
        if (f->hashes[before] == f->hashes[i]) {
            cn_key key;
            int is = cn_key_of(cn_thread_here(), PyTuple_GET_ITEM(f->words.kept, i), 1, &key);
            found = is <= 0 ? -1 : cn_key_equal(&key, PyTuple_GET_ITEM(f->words.kept, before));
            if (is > 0) {
                cn_key_clear(&key);
            }
        }
    }
    if (found > 0) {
        cn_error("SharedMemoryError",
                 "two keys of a private map or set are equal in shared memory: %R and another one; nothing was shared",
                 PyTuple_GET_ITEM(f->words.kept, i));
    }
    return found;
}

static int by_hash(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Most sets have as many hashes as elements; then no two are compared. */
static int has_equal_hashes(const frozen *f) {
    size_t count = (size_t)f->words.count;
    uint32_t *sorted = PyMem_RawMalloc((count + 1) * sizeof *sorted);
    int equal = sorted == NULL;
    if (sorted != NULL) {
        memcpy(sorted, f->hashes, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, by_hash);
        for (size_t i = 1; i < count; i++) {
            equal |= sorted[i] == sorted[i - 1];
        }
    }
    PyMem_RawFree(sorted);
    return equal;
}

static int hash_elements(frozen *f) {
    f->hashes = PyMem_RawMalloc((size_t)(f->words.count + 1) * sizeof *f->hashes);
    if (f->hashes == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (Py_ssize_t i = 0; i < f->words.count; i++) {
        if (!cn_hash_of(PyTuple_GET_ITEM(f->words.kept, i), &f->hashes[i])) {
            return 0;
        }
    }
    for (Py_ssize_t i = 1; i < f->words.count && has_equal_hashes(f); i++) {
        if (is_double(f, i) != 0) {
            return 0;
        }
    }
    f->words.kind = CL_SLOT_TAGGED;
    return 1;
}

static PyObject *convert(uint32_t type, PyObject *content, const char *place) {
    frozen *f = (frozen *)frozen_type.tp_alloc(&frozen_type, 0);
    if (f == NULL) {
        return NULL;
    }
    f->type = type;
    int good;
    if (type == CL_TYPE_BINARY) {
        f->bytes = PyBytes_FromObject(content);
        good = f->bytes != NULL;
    } else {
        good = cn_words_begin(&f->words, content, place, type == CL_TYPE_LIST ? "tuple" : "frozenset") &&
               (type != CL_TYPE_SET || hash_elements(f));
    }
    if (!good) {
        Py_CLEAR(f);
    }
    return (PyObject *)f;
}

PyObject *cn_frozen_of(uint32_t type, PyObject *content) {
    if (Py_EnterRecursiveCall(" while a tuple or frozenset is copied to shared memory")) {
        return NULL;
    }
    PyObject *made = convert(type, content, "a %s, which is copied when it is stored,");
    Py_LeaveRecursiveCall();
    return made;
}

static uint64_t make_set(cn_thread *thread, const frozen *f, cl_error *error) {
    size_t count = (size_t)f->words.count;
    cl_entry *entries = PyMem_RawMalloc((count + 1) * sizeof *entries);
    if (entries == NULL) {
        error->code = CL_ERR_MEMORY;
        snprintf(error->text, sizeof error->text, "no private memory for a frozenset of %zu elements", count);
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        entries[i] = (cl_entry){.key = f->words.bits[i], .hash = f->hashes[i]};
    }
    uint64_t made = cl_frozen_set_make(thread->slot, entries, (uint32_t)count, error);
    PyMem_RawFree(entries);
    return made;
}

static uint64_t make_whole(cn_thread *thread, frozen *f, cl_error *error) {
    if (f->type == CL_TYPE_BINARY) {
        uint64_t count = (uint64_t)PyBytes_GET_SIZE(f->bytes);
        return cl_binary_make(thread->slot, 1, PyBytes_AS_STRING(f->bytes), count, error);
    }
    if (f->type == CL_TYPE_SET) {
        return make_set(thread, f, error);
    }
    cl_elements elements = {f->words.kind, (uint32_t)f->words.count, f->words.bits};
    return cl_tuple_make(thread->slot, &elements, error);
}

uint64_t cn_word_of_frozen(cn_thread *thread, PyObject *coded) {
    frozen *f = (frozen *)coded;
    CN_NO_ERROR(error);
    int is_binary = f->type == CL_TYPE_BINARY;
    if (!is_binary && !cn_words_make(thread, &f->words)) {
        return CL_TAG_FAILED;
    }
    uint64_t made = make_whole(thread, f, &error);
    cn_chunk_look(thread);
    if (!is_binary) {
        cn_words_unmake(thread, &f->words);
    }
    if (made == 0) {
        cn_raise(&error);
        return CL_TAG_FAILED;
    }
    return made;
}

static PyObject *new_frozen(uint32_t type, PyObject *content) {
    cn_thread *thread = cn_thread_here();
    PyObject *f = thread == NULL ? NULL : convert(type, content, "a %s");
    uint64_t word = f == NULL ? CL_TAG_FAILED : cn_word_of_frozen(thread, f);
    Py_XDECREF(f);
    return word == CL_TAG_FAILED ? NULL : cn_take_word(thread, word, cn_chunk_look(thread));
}

static PyObject *new_tuple(PyObject *module, PyObject *elements) {
    (void)module;
    return new_frozen(CL_TYPE_LIST, elements);
}

static PyObject *new_frozenset(PyObject *module, PyObject *elements) {
    (void)module;
    return new_frozen(CL_TYPE_SET, elements);
}

static PyMethodDef functions[] = {
    {"new_tuple", new_tuple, METH_O, "A tuple of these elements."},
    {"new_frozenset", new_frozenset, METH_O, "A frozen set of these elements."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject frozen_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Frozen",
    .tp_basicsize = sizeof(frozen),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_dealloc = frozen_dealloc,
};

int cn_frozen_add(PyObject *module) {
    return PyType_Ready(&frozen_type) < 0 ? -1 : PyModule_AddFunctions(module, functions);
}
