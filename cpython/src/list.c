/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists, tuples and arrays: elements. Reads wait for nobody: they load the generation and the head, the element, and
 * both again (native/src/containers/list.c). An array of references is a list whose elements are stored one by one.
 */
#include "container.h"

#define ATTEMPTS 100 /* to read a list that others change all the time */
#define ANY_VERSION (-1)

static uint32_t kind_of_part(uint64_t head, uint64_t array) {
    uint32_t shape = (head & CL_HEAD_INT64) != 0 ? cn_header->builtin_shape[CL_KIND_ARRAY_INT64] : cn_shape_id(array);
    return shape == cn_header->builtin_shape[CL_KIND_ARRAY]         ? CL_SLOT_TAGGED
           : shape == cn_header->builtin_shape[CL_KIND_ARRAY_INT64] ? CL_SLOT_INT64
                                                                    : CL_SLOT_FLOAT64;
}

static const _Atomic uint64_t *slot_of(uint64_t array, uint32_t index) {
    return (const _Atomic uint64_t *)(cn_object(array) + 1) + index;
}

static int is_still(uint64_t list, uint32_t generation, uint64_t head) {
    return cn_head_of(list) == head && cn_generation_of(list) == generation;
}

Py_ssize_t cn_list_size(uint64_t list) {
    return cn_kind_of(list) == CL_KIND_FLAT ? cn_flat_count(list) : cn_head_count(cn_head_of(list));
}

/* ---- one element ---- */

typedef struct seen {
    uint32_t kind; /* 0: no such index */
    uint64_t bits;
    PyObject *value; /* what was found without a log entry */
    int is_good;     /* else read again */
} seen;

static seen read_once(cn_thread *thread, uint64_t list, int64_t index) {
    seen s = {.is_good = 1};
    cn_enter(thread->mutator);
    uint32_t generation = cn_generation_of(list);
    uint64_t head = cn_head_of(list), array = cn_head_part(head);
    int64_t at = index < 0 ? index + cn_head_count(head) : index;
    if (at >= 0 && at < cn_head_count(head)) {
        s.kind = kind_of_part(head, array);
        s.bits = atomic_load_explicit(slot_of(array, (uint32_t)at), memory_order_acquire);
        s.is_good = is_still(list, generation, head) && (s.kind != CL_SLOT_TAGGED || s.bits != CL_TAG_VACANT);
        if (s.is_good && s.kind == CL_SLOT_TAGGED && cn_is_reference(s.bits)) {
            s.value = cn_known(s.bits);
        }
    }
    cn_leave(thread->mutator);
    return s;
}

static PyObject *read_logged(cn_thread *thread, uint64_t list, int64_t index) {
    CN_NO_ERROR(error);
    cl_element element;
    for (;;) {
        int64_t at = index < 0 ? index + cn_list_size(list) : index;
        if (at < 0 || at > INT32_MAX) {
            return NULL;
        }
        if (cl_list_get(thread->slot, list, (uint32_t)at, &element, &error)) {
            break;
        }
        if (error.code != CL_OK) {
            return cn_raise(&error);
        }
        if (index >= 0 || at >= cn_list_size(list)) {
            return NULL;
        }
    }
    uint32_t chunk = cn_chunk_look(thread);
    return element.kind == CL_SLOT_TAGGED ? cn_take_word(thread, element.bits, chunk)
                                          : cn_raw_value(element.kind, element.bits);
}

static PyObject *item_of_array(uint64_t array, int64_t index) {
    uint32_t count = cn_flat_count(array);
    int64_t at = index < 0 ? index + count : index;
    if (at < 0 || at >= count) {
        return NULL;
    }
    if (cn_flat_kind(array) != CL_SLOT_TAGGED) {
        return cn_flat_item(array, (uint32_t)at);
    }
    cn_thread *thread = cn_thread_here();
    return thread == NULL ? NULL : cn_load(thread, slot_of(array, (uint32_t)at));
}

/* Of a list of integers that is not changed right now: without an operation, as in read_raw. */
static PyObject *integer_at(uint64_t list, int64_t index) {
    uint32_t generation = cn_generation_of(list);
    uint64_t head = cn_head_of(list);
    if ((head & CL_HEAD_INT64) == 0 || (uint64_t)index >= cn_head_count(head)) {
        return NULL;
    }
    uint64_t bits = atomic_load_explicit(slot_of(cn_head_part(head), (uint32_t)index), memory_order_acquire);
    return is_still(list, generation, head) ? PyLong_FromLongLong((int64_t)bits) : NULL;
}

static PyObject *item(uint64_t list, int64_t index) {
    uint32_t shape = cn_shape_id(list);
    PyObject *integer = NULL;
    if (shape == cn_header->builtin_shape[CL_KIND_FLAT]) {
        return item_of_array(list, index);
    }
    integer = integer_at(list, index);
    if (integer != NULL || PyErr_Occurred()) {
        return integer;
    }
    cn_thread *thread = cn_thread_here();
    if (thread == NULL) {
        return NULL;
    }
    seen s = {0};
    while (!s.is_good) {
        s = read_once(thread, list, index);
    }
    if (s.kind == 0 || s.value != NULL || PyErr_Occurred()) {
        return s.value;
    }
    if (s.kind != CL_SLOT_TAGGED) {
        return cn_raw_value(s.kind, s.bits);
    }
    return cn_is_reference(s.bits) ? read_logged(thread, list, index) : cn_take_word(thread, s.bits, 0);
}

PyObject *cn_list_item(PyObject *list, int64_t index) {
    uint64_t reference = cn_checked_reference(list);
    return reference == 0 ? NULL : item(reference, index);
}

/* ---- changes ---- */

static PyObject *fixed(uint64_t array, const char *problem) {
    return cn_error("TypeConflictError", "an array of %s has a fixed length of %u; it %s; nothing was changed",
                    cn_flat_name(cn_flat_kind(array)), cn_flat_count(array), problem);
}

static const char *kind_name_of(uint64_t list) {
    return cn_kind_name(cn_kind_of(list));
}

static int set_in_array(cn_thread *thread, uint64_t array, int64_t index, PyObject *value) {
    uint32_t count = cn_flat_count(array);
    int64_t at = index < 0 ? index + count : index;
    cn_value stored;
    if (at < 0 || at >= count) {
        return 0;
    }
    if (cn_flat_kind(array) != CL_SLOT_TAGGED) {
        return cn_flat_put(array, (uint32_t)at, value) ? 1 : -1;
    }
    if (!cn_check_writable() || !cn_value_of(value, &stored, "a list")) {
        return -1;
    }
    uint64_t word = cn_word_of(thread, &stored);
    if (word != CL_TAG_FAILED) {
        cl_store_at(thread->slot, cl_flat_place(array, (uint32_t)at), word);
        cn_forget_word(thread, word);
    }
    cn_value_clear(&stored);
    return word == CL_TAG_FAILED ? -1 : 1;
}

/* The element that has a value; a new word stays a root until end_element. Of most texts the library makes it. */
static int make_element(cn_thread *thread, const cn_value *value, cl_element *element, cl_text *text) {
    if (value->form == CN_TEXT && cn_plain_text(value->object, text)) {
        uint64_t known = text->count > CL_TAG_STRING_MOST ? cn_stored_text(thread, value->object) : 0;
        *element = known != 0 ? (cl_element){.kind = CL_SLOT_TAGGED, .bits = known}
                              : (cl_element){.kind = CL_ELEMENT_TEXT, .bits = (uintptr_t)text};
        return 1;
    }
    *element = (cl_element){.kind = cn_element_kind(value)};
    element->bits = element->kind == CL_SLOT_TAGGED ? cn_word_of(thread, value) : cn_element_bits(value);
    return element->kind != CL_SLOT_TAGGED || element->bits != CL_TAG_FAILED;
}

static void end_element(cn_thread *thread, const cl_element *element) {
    cn_chunk_look(thread);
    if (element->kind == CL_SLOT_TAGGED) {
        cn_forget_word(thread, element->bits);
    }
}

/* An index of the library: negative ones count from the end. 0: it cannot exist. */
static int library_index(int64_t index, uint32_t *result) {
    *result = (uint32_t)index;
    return index >= -((int64_t)1 << 31) && index < ((int64_t)1 << 31);
}

/* 1, 0: no such index, -1: exception. */
static int set(cn_thread *thread, uint64_t list, int64_t index, PyObject *value) {
    CN_NO_ERROR(error);
    cn_value stored;
    cl_element element;
    cl_text text;
    uint32_t at;
    if (cn_kind_of(list) == CL_KIND_FLAT) {
        return set_in_array(thread, list, index, value);
    }
    cn_tidy(thread);
    if (!cn_value_of(value, &stored, "a %s", kind_name_of(list))) {
        return -1;
    }
    int32_t done = -1;
    if (make_element(thread, &stored, &element, &text)) {
        done = library_index(index, &at) ? cl_list_set(thread->slot, list, at, &element, NULL, &error) : 0;
        end_element(thread, &element);
        if (done == 0 && error.code != CL_OK) {
            cn_raise(&error);
            done = -1;
        }
    }
    cn_value_clear(&stored);
    return done;
}

static int append_value(cn_thread *thread, uint64_t list, const cn_value *stored) {
    CN_NO_ERROR(error);
    cl_element element;
    cl_text text;
    if (!make_element(thread, stored, &element, &text)) {
        return 0;
    }
    int32_t done = cl_list_append_at_once(thread->slot, list, element.kind, element.bits) ||
                   cl_list_insert(thread->slot, list, UINT32_MAX, &element, &error);
    end_element(thread, &element);
    if (!done) {
        cn_raise(&error);
    }
    return done;
}

static int append(cn_thread *thread, uint64_t list, PyObject *value) {
    cn_value stored;
    if (cn_kind_of(list) == CL_KIND_FLAT) {
        return fixed(list, "takes no more elements") != NULL;
    }
    cn_tidy(thread);
    if (!cn_value_of(value, &stored, "a %s", kind_name_of(list))) {
        return 0;
    }
    int done = append_value(thread, list, &stored);
    cn_value_clear(&stored);
    return done;
}

/* ---- all elements ---- */

static PyObject *read_all(uint64_t list) {
    Py_ssize_t count = cn_list_size(list);
    PyObject *values = PyList_New(0);
    for (Py_ssize_t i = 0; values != NULL && i < count; i++) {
        PyObject *value = item(list, i);
        if (value == NULL && !PyErr_Occurred()) {
            break; /* it became shorter */
        }
        if (value == NULL || PyList_Append(values, value) < 0) {
            Py_CLEAR(values);
        }
        Py_XDECREF(value);
    }
    return values;
}

/* Raw elements, without an operation: of an array whose memory has another use by now anything may be read, and the
 * generation is another one. NULL without an exception: it was changed, or holds other elements. */
static PyObject *read_raw(uint64_t list, uint32_t generation, uint64_t head) {
    uint64_t array = cn_head_part(head);
    uint32_t count = cn_head_count(head), kind = array == 0 ? CL_SLOT_TAGGED : kind_of_part(head, array);
    if (kind == CL_SLOT_TAGGED || !is_still(list, generation, head)) {
        return NULL;
    }
    PyObject *values = PyList_New(count);
    for (uint32_t i = 0; values != NULL && i < count; i++) {
        PyObject *value =
            cn_raw_value(kind, atomic_load_explicit(slot_of(array, i), memory_order_acquire));
        if (value == NULL) {
            Py_CLEAR(values);
        } else {
            PyList_SET_ITEM(values, i, value);
        }
    }
    if (values != NULL && !is_still(list, generation, head)) {
        Py_CLEAR(values);
    }
    return values;
}

/* All at one instant, unless others change the list all the time. */
static PyObject *snapshot_of(uint64_t list, uint32_t *version) {
    *version = 0;
    if (cn_kind_of(list) == CL_KIND_FLAT) {
        return read_all(list);
    }
    for (int attempt = 1;; attempt++) {
        *version = cn_generation_of(list);
        uint64_t head = cn_head_of(list);
        PyObject *values = read_raw(list, *version, head);
        if (values == NULL && !PyErr_Occurred()) {
            values = read_all(list);
        }
        if (values == NULL || attempt == ATTEMPTS || is_still(list, *version, head)) {
            return values;
        }
        Py_DECREF(values);
    }
}

static PyObject *replace_in_array(cn_thread *thread, uint64_t array, int32_t from, int32_t to, PyObject *values) {
    int64_t count = cn_flat_count(array), given = PyTuple_GET_SIZE(values);
    int64_t start = from < count ? from : count, end = to < start ? start : to < count ? to : count;
    if (end - start != given) {
        return cn_error("TypeConflictError",
                        "an array of %s has a fixed length of %u; it has no room for %lld elements in the place of "
                        "%lld; nothing was changed",
                        cn_flat_name(cn_flat_kind(array)), cn_flat_count(array), (long long)given,
                        (long long)(end - start));
    }
    for (int64_t i = 0; i < given; i++) {
        if (set_in_array(thread, array, start + i, PyTuple_GET_ITEM(values, i)) < 0) {
            return NULL;
        }
    }
    Py_RETURN_TRUE;
}

/* 1, CL_STALE, 0 and an exception. */
static int32_t replace_words(cn_thread *thread, uint64_t list, int64_t version, int32_t from, int32_t to,
                             const cn_words *words) {
    CN_NO_ERROR(error);
    cl_elements elements = {words->kind, (uint32_t)words->count, words->bits};
    int32_t done;
    if (version == ANY_VERSION && from == INT32_MAX) {
        done = cl_list_replace(thread->slot, list, UINT32_MAX, 0, &elements, &error);
    } else {
        int any = version == ANY_VERSION;
        do {
            uint32_t generation = any ? cn_generation_of(list) : (uint32_t)version;
            int64_t size = cn_list_size(list); /* of that version, or nothing happens */
            int64_t start = from < size ? from : size, end = to < start ? start : to < size ? to : size;
            done = cl_list_replace_if(thread->slot, list, generation, (uint32_t)start, (uint32_t)(end - start),
                                      &elements, &error);
            done = done == 0 && error.code == CL_OK ? CL_STALE : done; /* it became shorter meanwhile */
        } while (any && done == CL_STALE);
    }
    cn_chunk_look(thread);
    if (done == 0) {
        cn_raise(&error);
    }
    return done;
}

/* ---- functions of the package ---- */

static uint64_t list_argument(PyObject *value) {
    return cn_thread_here() == NULL ? 0 : cn_argument(value, CN_LISTS, "list");
}

PyObject *cn_new_list(void) {
    CN_NO_ERROR(error);
    cn_thread *thread = cn_thread_here();
    return thread == NULL ? NULL : cn_made(thread, cl_list_make(thread->slot, 0, 0, &error), &error);
}

static PyObject *new_list(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    return cn_new_list();
}

static PyObject *found(PyObject *value, PyObject *otherwise) {
    return value != NULL || PyErr_Occurred() ? value : Py_NewRef(otherwise);
}

/* list_get(list, index, otherwise) */
static PyObject *list_get(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    int32_t index;
    (void)module;
    uint64_t list = count != 3 ? 0 : list_argument(a[0]);
    return list == 0 || !cn_index(a[1], &index) ? NULL : found(item(list, index), a[2]);
}

/* list_set(list, index, value, otherwise) */
static PyObject *list_set(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    int32_t index;
    (void)module;
    uint64_t list = count != 4 ? 0 : list_argument(a[0]);
    if (list == 0 || !cn_index(a[1], &index)) {
        return NULL;
    }
    int done = set(cn_thread_here(), list, index, a[2]);
    return done < 0 ? NULL : Py_NewRef(done ? Py_None : a[3]);
}

/* list_insert(list, index, value); an index beyond an end means that end. */
static PyObject *list_insert(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    int32_t index;
    cn_words words;
    (void)module;
    uint64_t list = count != 3 ? 0 : list_argument(a[0]);
    cn_thread *thread = cn_thread_here();
    if (list == 0 || !cn_index(a[1], &index)) {
        return NULL;
    }
    if (index == INT32_MAX || cn_kind_of(list) == CL_KIND_FLAT) {
        return append(thread, list, a[2]) ? Py_NewRef(Py_None) : NULL;
    }
    cn_tidy(thread);
    PyObject *one = PyTuple_Pack(1, a[2]);
    if (one == NULL || !cn_words_begin(&words, one, "a %s", kind_name_of(list))) {
        Py_XDECREF(one);
        return NULL;
    }
    int32_t done = cn_words_make(thread, &words) ? CL_STALE : 0;
    while (done == CL_STALE) {
        uint32_t version = cn_generation_of(list);
        int64_t size = cn_list_size(list), at = index < 0 ? index + size : index;
        at = at < 0 ? 0 : at > size ? size : at;
        done = replace_words(thread, list, version, (int32_t)at, (int32_t)at, &words);
    }
    cn_words_end(thread, &words);
    Py_DECREF(one);
    return done ? Py_NewRef(Py_None) : NULL;
}

/* list_remove(list, index, otherwise): what was there. */
static PyObject *list_remove(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    int32_t index;
    cl_element old;
    CN_NO_ERROR(error);
    (void)module;
    uint64_t list = count != 3 ? 0 : list_argument(a[0]);
    cn_thread *thread = cn_thread_here();
    if (list == 0 || !cn_index(a[1], &index)) {
        return NULL;
    }
    if (cn_kind_of(list) == CL_KIND_FLAT) {
        return fixed(list, "has no element removed");
    }
    int32_t done = cl_list_remove(thread->slot, list, (uint32_t)index, &old, &error);
    uint32_t chunk = cn_chunk_look(thread);
    if (done == 0) {
        return error.code == CL_OK ? Py_NewRef(a[2]) : cn_raise(&error);
    }
    return old.kind == CL_SLOT_TAGGED ? cn_take_word(thread, old.bits, chunk) : cn_raw_value(old.kind, old.bits);
}

static PyObject *list_version(PyObject *module, PyObject *value) {
    (void)module;
    uint64_t list = list_argument(value);
    return list == 0 ? NULL : PyLong_FromUnsignedLong(cn_kind_of(list) == CL_KIND_FLAT ? 0 : cn_generation_of(list));
}

/* (values, version) */
static PyObject *list_snapshot(PyObject *module, PyObject *value) {
    uint32_t version;
    (void)module;
    uint64_t list = list_argument(value);
    PyObject *values = list == 0 ? NULL : snapshot_of(list, &version);
    return values == NULL ? NULL : Py_BuildValue("NI", values, (unsigned)version);
}

static PyObject *list_values(PyObject *module, PyObject *value) {
    uint32_t version;
    (void)module;
    uint64_t list = list_argument(value);
    return list == 0 ? NULL : snapshot_of(list, &version);
}

/* As replace_words. */
static int32_t replace(cn_thread *thread, uint64_t list, int64_t version, int32_t from, int32_t to, PyObject *values) {
    cn_words words;
    cn_tidy(thread);
    if (!cn_words_begin(&words, values, "a %s", kind_name_of(list))) {
        return 0;
    }
    int32_t done = cn_words_make(thread, &words) ? replace_words(thread, list, version, from, to, &words) : 0;
    cn_words_end(thread, &words);
    return done;
}

int cn_list_extend(PyObject *list, PyObject *values) {
    uint64_t reference = list_argument(list);
    return reference != 0 && replace(cn_thread_here(), reference, ANY_VERSION, INT32_MAX, INT32_MAX, values) != 0;
}

/* list_replace(list, version, from, to, values): whether the list had that version, or -1 was given. */
static PyObject *list_replace(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    int32_t from, to;
    (void)module;
    uint64_t list = count != 5 ? 0 : list_argument(a[0]);
    cn_thread *thread = cn_thread_here();
    long long version = list == 0 ? 0 : PyLong_AsLongLong(a[1]);
    if (list == 0 || PyErr_Occurred() || !cn_index(a[2], &from) || !cn_index(a[3], &to)) {
        return NULL;
    }
    if (cn_kind_of(list) == CL_KIND_FLAT) {
        PyObject *values = PySequence_Tuple(a[4]);
        PyObject *result = values == NULL ? NULL : replace_in_array(thread, list, from, to, values);
        Py_XDECREF(values);
        return result;
    }
    int32_t done = replace(thread, list, version, from, to, a[4]);
    return done == 0 ? NULL : PyBool_FromLong(done == 1);
}

#define FAST(function) (PyCFunction)(void (*)(void))function, METH_FASTCALL

static PyMethodDef functions[] = {
    {"new_list", new_list, METH_NOARGS, "An empty list."},
    {"list_get", FAST(list_get), "The element at an index, or the last argument."},
    {"list_set", FAST(list_set), "Replaces an element; the last argument when there is none."},
    {"list_insert", FAST(list_insert), "Inserts an element before an index."},
    {"list_remove", FAST(list_remove), "Removes an element and gives it, or the last argument."},
    {"list_version", list_version, METH_O, "The version of a list: each change gives it another one."},
    {"list_snapshot", list_snapshot, METH_O, "The elements at one instant, and the version then."},
    {"list_values", list_values, METH_O, "The elements at one instant."},
    {"list_replace", FAST(list_replace), "Replaces elements, if the list has a version."},
    {NULL, NULL, 0, NULL},
};

/* ---- the slots: common cases here, others by the functions of the package ---- */

static PyObject *general_subscript(PyObject *self, PyObject *key) {
    PyObject *function = cn_kept(self, "__getitem__");
    return function == NULL ? NULL : PyObject_CallFunctionObjArgs(function, self, key, NULL);
}

static PyObject *list_subscript(PyObject *self, PyObject *key) {
    if (PyLong_CheckExact(key)) {
        Py_ssize_t index = PyLong_AsSsize_t(key);
        if (index != -1 || !PyErr_Occurred()) {
            PyObject *value = cn_list_item(self, index);
            return value != NULL || PyErr_Occurred() ? value : general_subscript(self, key);
        }
        PyErr_Clear();
    }
    return general_subscript(self, key);
}

/* With this slot it is what C code asks for by PySequence_Check, as numpy does: else numpy.array(l) is one scalar. */
static PyObject *list_item(PyObject *self, Py_ssize_t index) {
    PyObject *value = index < 0 ? NULL : cn_list_item(self, index);
    if (value == NULL && !PyErr_Occurred()) {
        uint64_t list = cn_checked_reference(self);
        return list == 0 ? NULL : PyErr_Format(PyExc_IndexError, "%s index out of range", kind_name_of(list));
    }
    return value;
}

static int list_ass_subscript(PyObject *self, PyObject *key, PyObject *value) {
    if (value != NULL && PyLong_CheckExact(key)) {
        Py_ssize_t index = PyLong_AsSsize_t(key);
        uint64_t list = cn_checked_reference(self);
        cn_thread *thread = cn_thread_here();
        if (list == 0 || thread == NULL) {
            return -1;
        }
        int done = index == -1 && PyErr_Occurred() ? (PyErr_Clear(), 0) : set(thread, list, index, value);
        if (done != 0) {
            return done < 0 ? -1 : 0;
        }
    }
    PyObject *function = cn_kept(self, value == NULL ? "__delitem__" : "__setitem__");
    PyObject *result = function == NULL ? NULL
                                        : PyObject_CallFunctionObjArgs(function, self, key, value, NULL);
    Py_XDECREF(result);
    return result == NULL ? -1 : 0;
}

static PyObject *list_append(PyObject *self, PyObject *value) {
    uint64_t list = cn_checked_reference(self);
    cn_thread *thread = cn_thread_here();
    return list != 0 && thread != NULL && append(thread, list, value) ? Py_NewRef(Py_None) : NULL;
}

/* ---- iteration: from an index on, as long as there are elements ---- */

typedef struct iterator {
    PyObject_HEAD
    PyObject *list; /* NULL at the end */
    Py_ssize_t next;
} iterator;

static PyObject *iterator_next(PyObject *self) {
    iterator *it = (iterator *)self;
    PyObject *value = it->list == NULL ? NULL : cn_list_item(it->list, it->next);
    if (value != NULL) {
        it->next++;
    } else if (!PyErr_Occurred()) {
        Py_CLEAR(it->list);
    }
    return value;
}

static void iterator_dealloc(PyObject *self) {
    Py_XDECREF(((iterator *)self)->list);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *iterator_hint(PyObject *self, PyObject *nothing) {
    iterator *it = (iterator *)self;
    (void)nothing;
    Py_ssize_t size = it->list == NULL ? 0 : PyObject_Size(it->list);
    return size < 0 ? NULL : PyLong_FromSsize_t(size > it->next ? size - it->next : 0);
}

static PyObject *iterator_from(PyObject *list, Py_ssize_t next);

static PyObject *iterator_reduce(PyObject *self, PyObject *nothing) {
    const iterator *it = (iterator *)self;
    (void)nothing;
    return cn_reduced(iterator_from(it->list, it->next));
}

static PyMethodDef iterator_methods[] = {
    {"__length_hint__", iterator_hint, METH_NOARGS, NULL},
    {"__reduce__", iterator_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject iterator_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.ListIterator",
    .tp_basicsize = sizeof(iterator),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_dealloc = iterator_dealloc,
    .tp_iter = PyObject_SelfIter,
    .tp_iternext = iterator_next,
    .tp_methods = iterator_methods,
};

static PyObject *iterator_from(PyObject *list, Py_ssize_t next) {
    iterator *made = PyObject_New(iterator, &iterator_type);
    if (made != NULL) {
        made->list = Py_XNewRef(list);
        made->next = next;
    }
    return (PyObject *)made;
}

static PyObject *list_iter(PyObject *self) {
    return iterator_from(self, 0);
}

/* So isinstance says; a subclass would have C code of Python read the builtin's own memory, which is empty. */
static PyObject *class_of_list(PyObject *self, void *nothing) {
    (void)self, (void)nothing;
    return Py_NewRef(&PyList_Type);
}

static PyObject *class_of_tuple(PyObject *self, void *nothing) {
    (void)self, (void)nothing;
    return Py_NewRef(&PyTuple_Type);
}

#define ARROW {"__arrow_c_array__", cn_arrow_of_texts, NULL, "The strings as an Arrow array.", NULL}

static PyGetSetDef list_attributes[] = {
    {"__class__", class_of_list, NULL, NULL, NULL}, ARROW, {NULL, NULL, NULL, NULL, NULL}};
static PyGetSetDef tuple_attributes[] = {
    {"__class__", class_of_tuple, NULL, NULL, NULL}, ARROW, {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef list_methods[] = {
    {"append", list_append, METH_O, "Adds an element behind the last."},
    {NULL, NULL, 0, NULL},
};

static PyMappingMethods list_as_mapping = {.mp_subscript = list_subscript, .mp_ass_subscript = list_ass_subscript};
static PySequenceMethods as_sequence = {.sq_item = list_item};
static PyMappingMethods tuple_as_mapping = {.mp_subscript = list_subscript};

PyTypeObject cn_list_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.List",
    .tp_base = &cn_container_type,
    .tp_basicsize = sizeof(cn_wrapper),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_SEQUENCE,
    .tp_as_mapping = &list_as_mapping,
    .tp_as_sequence = &as_sequence,
    .tp_iter = list_iter,
    .tp_methods = list_methods,
    .tp_getset = list_attributes,
    .tp_doc = "A shared list or array.",
};

PyTypeObject cn_tuple_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Tuple",
    .tp_base = &cn_container_type,
    .tp_basicsize = sizeof(cn_wrapper),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_SEQUENCE,
    .tp_as_mapping = &tuple_as_mapping,
    .tp_as_sequence = &as_sequence,
    .tp_iter = list_iter,
    .tp_getset = tuple_attributes,
    .tp_doc = "A shared tuple.",
};

int cn_lists_add(PyObject *module) {
    return cn_add_type(module, &cn_list_type, "List") < 0 || cn_add_type(module, &cn_tuple_type, "Tuple") < 0 ||
                   PyType_Ready(&iterator_type) < 0 || PyModule_AddFunctions(module, functions) < 0
               ? -1
               : 0;
}
