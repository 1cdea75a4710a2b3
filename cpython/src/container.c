/* SPDX-License-Identifier: Apache-2.0 */
/* What all containers have in common: arguments, sizes, and values on their way in. */
#include "container.h"

const char *cn_kind_name(uint32_t kind) {
    static const char *const NAMES[CL_KIND_COUNT] = {
        [CL_KIND_LIST] = "list", [CL_KIND_TUPLE] = "tuple",       [CL_KIND_FLAT] = "array",
        [CL_KIND_MAP] = "map",   [CL_KIND_SET] = "set",           [CL_KIND_FROZEN_SET] = "frozen set",
        [CL_KIND_BYTES] = "bytes", [CL_KIND_BINARY] = "binary",
    };
    return kind < CL_KIND_COUNT && NAMES[kind] != NULL ? NAMES[kind] : "container";
}

uint64_t cn_argument(PyObject *value, uint32_t kinds, const char *expected) {
    uint64_t reference = 0;
    if (PyObject_TypeCheck(value, &cn_container_type)) {
        reference = cn_checked_reference(value);
        if (reference == 0 || (kinds >> cn_kind_of(reference) & 1) != 0) {
            return reference;
        }
    }
    PyObject *name = PyType_GetQualName(Py_TYPE(value));
    if (name != NULL) {
        cn_error("SharedMemoryError", "a shared %s was expected, not a%s %U", expected,
                 reference == 0 ? " private" : "", name);
    }
    Py_XDECREF(name);
    return 0;
}

int cn_index(PyObject *value, int32_t *index) {
    int overflow;
    uint32_t process = cn_process;
    PyObject *number = PyNumber_Index(value);
    long long wide = number == NULL ? -1 : PyLong_AsLongLongAndOverflow(number, &overflow);
    if (number == NULL || !cn_is_still(process)) {
        Py_XDECREF(number);
        return 0;
    }
    Py_DECREF(number);
    if (overflow != 0) {
        wide = overflow < 0 ? INT32_MIN : INT32_MAX;
    }
    *index = wide < INT32_MIN ? INT32_MIN : wide > INT32_MAX ? INT32_MAX : (int32_t)wide;
    return 1;
}

int cn_check_writable(void) {
    if (!cl_is_readonly()) {
        return 1;
    }
    cn_error("ReadOnlyError", "this process is attached read-only and cannot change shared containers; attach without "
                              "COLORS_READONLY; nothing was stored");
    return 0;
}

PyObject *cn_made(cn_thread *thread, uint64_t reference, const cl_error *error) {
    uint32_t chunk = cn_chunk_look(thread);
    return reference == 0 ? cn_raise(error) : cn_take_reference(thread, reference, chunk);
}

PyObject *cn_load_present(cn_thread *thread, const _Atomic uint64_t *place) {
    PyObject *result = NULL;
    cn_enter(thread->mutator);
    uint64_t word = atomic_load_explicit(place, memory_order_acquire);
    if (cn_is_reference(word)) {
        result = cn_known(word);
    }
    cn_leave(thread->mutator);
    if (result != NULL || PyErr_Occurred()) {
        return result;
    }
    if (cn_is_reference(word)) {
        word = cl_load_at(thread->slot, (uint64_t)((const char *)place - cn_base));
    }
    return word == CL_TAG_VACANT ? NULL : cn_take_word(thread, word, cn_chunk_look(thread));
}

PyObject *cn_reduced(PyObject *copy) {
    PyObject *rest = copy == NULL ? NULL : PySequence_List(copy);
    PyObject *iter = rest == NULL ? NULL : PyDict_GetItemString(PyEval_GetBuiltins(), "iter");
    PyObject *reduced = iter == NULL ? NULL : Py_BuildValue("O(O)", iter, rest);
    Py_XDECREF(rest);
    Py_XDECREF(copy);
    return reduced;
}

/* ---- functions of the package for what the slots leave ---- */

static PyObject *kept; /* "List.__getitem__" -> function */

PyObject *cn_kept(PyObject *self, const char *name) {
    PyObject *key = PyUnicode_FromFormat("%s.%s", Py_TYPE(self)->tp_name, name);
    PyObject *function = key == NULL || kept == NULL ? NULL : PyDict_GetItemWithError(kept, key);
    if (function == NULL && !PyErr_Occurred()) {
        PyErr_Format(PyExc_TypeError, "'%s' object has no %s", Py_TYPE(self)->tp_name, name);
    }
    Py_XDECREF(key);
    return function;
}

/* keep(qualified name, function) */
static PyObject *keep(PyObject *module, PyObject *arguments) {
    PyObject *name, *function;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "UO", &name, &function) || (kept == NULL && (kept = PyDict_New()) == NULL)) {
        return NULL;
    }
    return PyDict_SetItem(kept, name, function) < 0 ? NULL : Py_NewRef(Py_None);
}

/* ---- values on their way in ---- */

static void free_words(cn_words *words) {
    PyMem_RawFree(words->values);
    PyMem_RawFree(words->bits);
    PyMem_RawFree(words->chunks);
    PyMem_RawFree(words->texts);
    Py_CLEAR(words->kept);
}

static int allocate_words(cn_words *words, PyObject *values) {
    *words = (cn_words){.kind = 0};
    words->kept = PySequence_Tuple(values);
    if (words->kept == NULL) {
        return 0;
    }
    size_t room = (size_t)PyTuple_GET_SIZE(words->kept) + 1;
    words->values = PyMem_RawMalloc(room * sizeof *words->values);
    words->bits = PyMem_RawMalloc(room * sizeof *words->bits);
    words->chunks = PyMem_RawCalloc(room, sizeof *words->chunks);
    if (words->values == NULL || words->bits == NULL || words->chunks == NULL) {
        free_words(words);
        PyErr_NoMemory();
        return 0;
    }
    return 1;
}

static uint32_t kind_of_value(const cn_value *value) {
    cl_text text;
    return value->form == CN_TEXT && cn_plain_text(value->object, &text) ? CL_ELEMENT_TEXT : cn_element_kind(value);
}

int cn_words_begin(cn_words *words, PyObject *values, const char *place, const char *name) {
    if (!allocate_words(words, values)) {
        return 0;
    }
    Py_ssize_t count = PyTuple_GET_SIZE(words->kept);
    for (; words->count < count; words->count++) {
        cn_value *value = &words->values[words->count];
        if (!cn_value_of(PyTuple_GET_ITEM(words->kept, words->count), value, place, name)) {
            cn_words_end(NULL, words);
            return 0;
        }
        uint32_t kind = kind_of_value(value);
        words->kind = words->kind == 0 || words->kind == kind ? kind : CL_SLOT_TAGGED;
    }
    words->kind = words->kind == 0 ? CL_SLOT_TAGGED : words->kind;
    return 1;
}

void cn_words_unmake(cn_thread *thread, cn_words *words) {
    if (!words->is_pinned) {
        return;
    }
    for (Py_ssize_t i = 0; i < words->count; i++) {
        if (words->chunks[i] != 0) {
            cn_forget(thread, words->bits[i], words->chunks[i]);
            words->chunks[i] = 0;
        }
    }
    words->is_pinned = 0;
    cn_unpin(0);
    cn_release_chunks(thread);
}

/* The library makes strings of them where they are stored. */
static int make_texts(cn_words *words) {
    PyMem_RawFree(words->texts);
    words->texts = PyMem_RawMalloc((size_t)words->count * sizeof *words->texts);
    if (words->texts == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    for (Py_ssize_t i = 0; i < words->count; i++) {
        cn_plain_text(words->values[i].object, &words->texts[i]);
        words->bits[i] = (uintptr_t)&words->texts[i];
    }
    return 1;
}

#define TEXTS_TRIED 16 /* if none of these is known, none will be */

/* How many words are known without making a string: those of short ones, and of strings that are stored again. The
 * bits of the others are 0. */
static Py_ssize_t find_texts(cn_thread *thread, cn_words *words) {
    Py_ssize_t found = 0;
    for (Py_ssize_t i = 0; i < words->count && (found > 0 || i < TEXTS_TRIED); i++) {
        cl_text text;
        cn_plain_text(words->values[i].object, &text);
        if (!cl_tag_text(&text, &words->bits[i])) {
            words->bits[i] = cn_stored_text(thread, words->values[i].object);
        }
        found += words->bits[i] != 0;
    }
    return found;
}

static int make_word(cn_thread *thread, cn_words *words, Py_ssize_t i) {
    words->bits[i] = cn_word_of(thread, &words->values[i]);
    if (words->bits[i] == CL_TAG_FAILED) {
        return 0;
    }
    if (cn_is_reference(words->bits[i]) && words->values[i].form != CN_SHARED) {
        words->chunks[i] = cn_chunk_look(thread);
    }
    return 1;
}

/* While something is pinned, no chunk is given back: so the entries of new objects, which nobody else knows, stay. */
int cn_words_make(cn_thread *thread, cn_words *words) {
    int is_text = words->kind == CL_ELEMENT_TEXT;
    if (!cn_pin(0)) {
        return 0;
    }
    words->is_pinned = 1;
    if (is_text && 2 * find_texts(thread, words) < words->count) {
        cn_words_unmake(thread, words);
        return make_texts(words);
    }
    words->kind = is_text ? CL_SLOT_TAGGED : words->kind;
    for (Py_ssize_t i = 0; i < words->count; i++) {
        if (words->kind != CL_SLOT_TAGGED) {
            words->bits[i] = cn_element_bits(&words->values[i]);
        } else if ((!is_text || words->bits[i] == 0) && !make_word(thread, words, i)) {
            cn_words_unmake(thread, words);
            return 0;
        }
    }
    return 1;
}

void cn_words_end(cn_thread *thread, cn_words *words) {
    cn_words_unmake(thread, words);
    for (Py_ssize_t i = 0; i < words->count; i++) {
        cn_value_clear(&words->values[i]);
    }
    free_words(words);
}

/* ---- functions of all containers ---- */

static Py_ssize_t size_of(uint64_t reference) {
    uint32_t kind = cn_kind_of(reference), count = 0;
    if ((1u << kind & CN_LISTS) != 0) {
        return cn_list_size(reference);
    }
    if ((1u << kind & CN_BINARIES) != 0) {
        return ((const cl_object_header *)cn_object(reference))->length;
    }
    const cl_container *map = cn_container_at(reference);
    if (atomic_load_explicit(&map->lock, memory_order_acquire) == 0) {
        return atomic_load_explicit(&map->live, memory_order_acquire);
    }
    CN_NO_ERROR(error);
    cn_thread *thread = cn_thread_here();
    if (thread == NULL) {
        return -1;
    }
    if (!cl_map_count(thread->slot, reference, &count, &error)) {
        cn_raise(&error);
        return -1;
    }
    return count;
}

static Py_ssize_t container_length(PyObject *self) {
    uint64_t reference = cn_checked_reference(self);
    return reference == 0 ? -1 : size_of(reference);
}

static PyObject *size(PyObject *module, PyObject *container) {
    (void)module;
    uint64_t reference = cn_argument(container, CN_LISTS | CN_MAPS | CN_BINARIES, "container");
    Py_ssize_t count = reference == 0 ? -1 : size_of(reference);
    return count < 0 ? NULL : PyLong_FromSsize_t(count);
}

static PyObject *clear(PyObject *module, PyObject *container) {
    (void)module;
    CN_NO_ERROR(error);
    cn_thread *thread = cn_thread_here();
    uint64_t reference = thread == NULL ? 0 : cn_argument(container, CN_LISTS | CN_MAPS | CN_BINARIES, "container");
    if (reference == 0) {
        return NULL;
    }
    uint32_t kind = cn_kind_of(reference);
    if (kind == CL_KIND_FLAT) {
        return cn_error("TypeConflictError",
                        "an array of %s has a fixed length of %u; it cannot be cleared; nothing was changed",
                        cn_flat_name(cn_flat_kind(reference)), cn_flat_count(reference));
    }
    if ((1u << kind & CN_BINARIES) != 0) {
        return cn_error("SharedMemoryError",
                        "the size of shared bytes never changes, so they cannot be cleared; write zeros");
    }
    int is_list = (1u << kind & CN_LISTS) != 0;
    int32_t done = is_list ? cl_list_clear(thread->slot, reference, &error)
                           : cl_map_clear(thread->slot, reference, &error);
    return done ? Py_NewRef(Py_None) : cn_raise(&error);
}

static PyMethodDef functions[] = {
    {"size", size, METH_O, "The number of elements, entries or bytes of a container."},
    {"clear", clear, METH_O, "Removes all elements or entries."},
    {"keep", keep, METH_VARARGS, "Takes the function of a class that does what a slot leaves."},
    {NULL, NULL, 0, NULL},
};

static PySequenceMethods as_sequence = {.sq_length = container_length};
static PyMappingMethods as_mapping = {.mp_length = container_length};

PyTypeObject cn_container_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Container",
    .tp_base = &cn_wrapper_type,
    .tp_basicsize = sizeof(cn_wrapper),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_as_sequence = &as_sequence,
    .tp_as_mapping = &as_mapping,
    .tp_doc = "A shared container.",
};

int cn_add_type(PyObject *module, PyTypeObject *type, const char *name) {
    return PyType_Ready(type) < 0 ? -1 : PyModule_AddObjectRef(module, name, (PyObject *)type);
}

int cn_containers_add(PyObject *module) {
    return cn_add_type(module, &cn_container_type, "Container") < 0 || PyModule_AddFunctions(module, functions) < 0 ||
                   cn_keys_add(module) < 0 || cn_frozen_add(module) < 0 || cn_lists_add(module) < 0 ||
                   cn_flats_add(module) < 0 || cn_maps_add(module) < 0 || cn_binaries_add(module) < 0 ||
                   cn_atomics_add(module) < 0 || cn_copies_add(module) < 0
               ? -1
               : 0;
}
