/* SPDX-License-Identifier: Apache-2.0 */
/* Repositories, by the place of their value. */
#include "operation.h"

/* The entity of a repository, found or made: granules. */
PyObject *cn_repository_open(PyObject *module, PyObject *key) {
    (void)module;
    if (!PyUnicode_Check(key)) {
        return PyErr_Format(PyExc_TypeError, "the key of a repository is a str, not %s", Py_TYPE(key)->tp_name);
    }
    if (cn_thread_here() == NULL) {
        return NULL;
    }
    uint32_t entity = cn_entity_of(CL_KIND_REPOSITORY, key);
    return entity == 0 ? NULL : PyLong_FromUnsignedLong(entity);
}

static uint64_t place_of(unsigned entity) {
    return ((uint64_t)entity << CL_GRANULE_SHIFT) + offsetof(cl_entity, value);
}

PyObject *cn_repository_get(PyObject *module, PyObject *entity) {
    (void)module;
    cn_thread *thread = cn_thread_here();
    unsigned long granules = PyLong_AsUnsignedLong(entity);
    if (thread == NULL || PyErr_Occurred()) {
        return NULL;
    }
    return cn_load(thread, cn_at(place_of((unsigned)granules)));
}

PyObject *cn_repository_set(PyObject *module, PyObject *arguments) {
    unsigned entity;
    PyObject *value;
    cn_value stored;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "IO", &entity, &value)) {
        return NULL;
    }
    cn_thread *thread = cn_thread_here();
    if (thread == NULL || !cn_value_of(value, &stored, "a repository")) {
        return NULL;
    }
    uint64_t word = cn_word_of(thread, &stored);
    if (word != CL_TAG_FAILED) {
        cl_repository_set(thread->slot, place_of(entity), word);
        if (stored.form != CN_SHARED) {
            cn_forget_word(thread, word);
        }
    }
    cn_value_clear(&stored);
    return word == CL_TAG_FAILED ? NULL : Py_NewRef(Py_None);
}
