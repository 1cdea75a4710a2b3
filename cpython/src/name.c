/* SPDX-License-Identifier: Apache-2.0 */
/* The names of repositories and channels. */
#include "sync.h"

typedef struct walk {
    PyObject *names;
    int (*is_listed)(const cl_entity *entity);
} walk;

static bool add(uint32_t granules, void *argument) {
    const walk *w = argument;
    const cl_entity *entity = cn_at((uint64_t)granules << CL_GRANULE_SHIFT);
    if (!w->is_listed(entity)) {
        return true;
    }
    PyObject *name = PyUnicode_DecodeUTF8(entity->name, (Py_ssize_t)entity->header.length, "replace");
    int added = name != NULL && PyList_Append(w->names, name) == 0;
    Py_XDECREF(name);
    return added;
}

PyObject *cn_sorted_names(uint32_t kind, int (*is_listed)(const cl_entity *entity)) {
    walk w = {NULL, is_listed};
    if (cn_thread_here() == NULL || (w.names = PyList_New(0)) == NULL) {
        return NULL;
    }
    int done = cl_entity_walk(kind, add, &w);
    if (!done && !PyErr_Occurred()) {
        cn_error("SharedMemoryError", "a list of names has no end: the segment is damaged");
    }
    if (!done || PyList_Sort(w.names) < 0) {
        Py_CLEAR(w.names);
    }
    return w.names;
}

int cn_name_bytes(PyObject *name, const char *what, const char **bytes, Py_ssize_t *count) {
    if (!PyUnicode_Check(name)) {
        PyErr_Format(PyExc_TypeError, "the key of a %s is a str, not %s", what, Py_TYPE(name)->tp_name);
        return 0;
    }
    *bytes = PyUnicode_AsUTF8AndSize(name, count);
    if (*bytes == NULL) {
        cn_no_characters(name);
    }
    return *bytes != NULL;
}
