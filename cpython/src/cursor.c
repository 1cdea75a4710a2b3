/* SPDX-License-Identifier: Apache-2.0 */
/* Iteration of maps and sets: over the table as it was at the beginning, which a wrapper keeps. */
#include "map.h"

enum part { KEYS, VALUES, ENTRIES, PAIRS };

static PyTypeObject part_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Part",
    .tp_base = &cn_wrapper_type,
    .tp_basicsize = sizeof(cn_wrapper),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "Keeps the table of a map while it is read.",
};

typedef struct cursor {
    PyObject_HEAD
    PyObject *map, *table; /* a Part; NULL at the end */
    uint64_t head;
    int64_t next;
    uint32_t part, passed;
    int backwards;
} cursor;

static PyTypeObject cursor_type;

static PyObject *make_cursor(PyObject *map, uint32_t part, int backwards) {
    CN_NO_ERROR(error);
    cn_thread *thread = cn_thread_here();
    uint64_t reference = cn_map_argument(map), head;
    if (reference == 0) {
        return NULL;
    }
    if (!cl_container_part(thread->slot, reference, &head, &error)) {
        return cn_raise(&error);
    }
    uint32_t chunk = cn_chunk_look(thread);
    PyObject *table = NULL;
    if (cn_head_part(head) != 0) {
        table = cn_find_wrapper(cn_granules(cn_head_part(head)));
        if (table != NULL) {
            Py_INCREF(table);
            cn_forget(thread, cn_head_part(head), chunk);
        } else if ((table = cn_make_wrapper(&part_type, cn_head_part(head), chunk)) == NULL) {
            return NULL;
        }
    }
    cursor *made = PyObject_New(cursor, &cursor_type);
    if (made == NULL) {
        Py_XDECREF(table);
        return NULL;
    }
    made->map = Py_NewRef(map);
    made->table = table;
    made->head = head;
    made->next = backwards ? (int64_t)cn_head_count(head) - 1 : 0;
    made->part = part;
    made->passed = 0;
    made->backwards = backwards;
    return (PyObject *)made;
}

/* Goes to the next entry; *value only if it is asked for. 1, 0: the end, -1: exception. */
static int advance(cursor *c, PyObject **key, PyObject **value) {
    cn_thread *thread = cn_thread_here();
    if (c->table == NULL || thread == NULL || cn_checked_reference(c->table) == 0) {
        return c->table == NULL ? 0 : -1;
    }
    cn_table t = cn_table_of(c->head);
    while (c->next >= 0 && c->next < t.count) {
        uint32_t entry = (uint32_t)c->next;
        c->next += c->backwards ? -1 : 1;
        *key = cn_load_present(thread, cn_key_place(&t, entry));
        if (*key == NULL) {
            if (PyErr_Occurred()) {
                return -1;
            }
            continue;
        }
        if (value == NULL) {
            c->passed++;
            return 1;
        }
        *value = cn_load_present(thread, cn_value_place(&t, entry));
        if (*value != NULL) {
            c->passed++;
            return 1;
        }
        Py_CLEAR(*key);
        if (PyErr_Occurred()) {
            return -1;
        }
    }
    Py_CLEAR(c->table);
    return 0;
}

static PyObject *cursor_next(PyObject *self) {
    cursor *c = (cursor *)self;
    PyObject *key, *value = NULL;
    if (advance(c, &key, c->part == VALUES || c->part == ENTRIES ? &value : NULL) <= 0) {
        return NULL;
    }
    switch (c->part) {
    case KEYS:
        return key;
    case VALUES:
        Py_DECREF(key);
        return value;
    default:
        value = c->part == PAIRS ? Py_NewRef(key) : value;
        return Py_BuildValue("(NN)", key, value);
    }
}

static void cursor_dealloc(PyObject *self) {
    Py_XDECREF(((cursor *)self)->table);
    Py_XDECREF(((cursor *)self)->map);
    PyObject_Free(self);
}

static PyObject *cursor_hint(PyObject *self, PyObject *nothing) {
    cursor *c = (cursor *)self;
    (void)nothing;
    Py_ssize_t size = c->table == NULL ? 0 : PyObject_Size(c->map);
    return size < 0 ? NULL : PyLong_FromSsize_t(size > c->passed ? size - c->passed : 0);
}

static PyObject *cursor_reduce(PyObject *self, PyObject *nothing) {
    const cursor *c = (cursor *)self;
    cursor *copy = PyObject_New(cursor, &cursor_type);
    (void)nothing;
    if (copy != NULL) {
        PyObject head = copy->ob_base;
        *copy = *c;
        copy->ob_base = head;
        Py_INCREF(copy->map);
        Py_XINCREF(copy->table);
    }
    return cn_reduced((PyObject *)copy);
}

static PyMethodDef cursor_methods[] = {
    {"__length_hint__", cursor_hint, METH_NOARGS, NULL},
    {"__reduce__", cursor_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject cursor_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Cursor",
    .tp_basicsize = sizeof(cursor),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_dealloc = cursor_dealloc,
    .tp_iter = PyObject_SelfIter,
    .tp_iternext = cursor_next,
    .tp_methods = cursor_methods,
};

static PyObject *all_of(PyObject *map, uint32_t part) {
    PyObject *c = make_cursor(map, part, 0);
    PyObject *all = c == NULL ? NULL : PyList_New(0);
    PyObject *one;
    while (all != NULL && (one = cursor_next(c)) != NULL) {
        if (PyList_Append(all, one) < 0) {
            Py_CLEAR(all);
        }
        Py_DECREF(one);
    }
    if (PyErr_Occurred()) {
        Py_CLEAR(all);
    }
    Py_XDECREF(c);
    return all;
}

PyObject *cn_map_iterator(PyObject *map) {
    return make_cursor(map, KEYS, 0);
}

/* ---- functions of the package ---- */

static PyObject *map_keys(PyObject *module, PyObject *map) {
    (void)module;
    return all_of(map, KEYS);
}

static PyObject *map_values(PyObject *module, PyObject *map) {
    (void)module;
    return all_of(map, VALUES);
}

static PyObject *map_entries(PyObject *module, PyObject *map) {
    (void)module;
    return all_of(map, ENTRIES);
}

/* map_cursor(map, part, backwards) */
static PyObject *map_cursor(PyObject *module, PyObject *arguments) {
    PyObject *map;
    unsigned part;
    int backwards;
    (void)module;
    return PyArg_ParseTuple(arguments, "OIp", &map, &part, &backwards) ? make_cursor(map, part, backwards) : NULL;
}

static PyMethodDef functions[] = {
    {"map_keys", map_keys, METH_O, "All keys in order."},
    {"map_values", map_values, METH_O, "All values in the order of their keys."},
    {"map_entries", map_entries, METH_O, "All entries in order."},
    {"map_cursor", map_cursor, METH_VARARGS, "Goes over keys (0), values (1), entries (2) or keys twice (3)."},
    {NULL, NULL, 0, NULL},
};

int cn_cursors_add(PyObject *module) {
    return PyType_Ready(&part_type) < 0 || PyType_Ready(&cursor_type) < 0 ||
                   PyModule_AddFunctions(module, functions) < 0
               ? -1
               : 0;
}
