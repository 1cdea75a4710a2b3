/* SPDX-License-Identifier: Apache-2.0 */
/* Names of repositories, channels and services. */
#include "sync.h"

typedef struct listing {
    PyObject *names;
    int (*is_listed)(const cl_entity *entity);
} listing;

static bool list_one(uint32_t granules, void *argument) {
    listing *l = argument;
    const cl_entity *entity = cn_at((uint64_t)granules << CL_GRANULE_SHIFT);
    if (!l->is_listed(entity)) {
        return true;
    }
    PyObject *name = cn_entity_text(granules);
    int added = name != NULL && PyList_Append(l->names, name) == 0;
    Py_XDECREF(name);
    return added;
}

PyObject *cn_sorted_names(uint32_t kind, int (*is_listed)(const cl_entity *entity)) {
    if (cn_thread_here() == NULL) {
        return NULL;
    }
    listing l = {PyList_New(0), is_listed};
    if (l.names != NULL) {
        cl_entity_walk(kind, list_one, &l);
    }
    if (l.names != NULL && (PyErr_Occurred() || PyList_Sort(l.names) < 0)) {
        Py_CLEAR(l.names);
    }
    return l.names;
}

int cn_name_bytes(PyObject *name, const char *what, const char **bytes, Py_ssize_t *count) {
    if (!PyUnicode_Check(name)) {
        PyErr_Format(PyExc_TypeError, "the key of a %s is a str, not %s", what, Py_TYPE(name)->tp_name);
        return 0;
    }
    *bytes = PyUnicode_AsUTF8AndSize(name, count);
    if (*bytes == NULL) {
        PyErr_Clear();
        cn_error("SharedMemoryError", "the key %A of a %s has half of a surrogate pair, which is no character", name, what);
        return 0;
    }
    return 1;
}
