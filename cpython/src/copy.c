/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Deep copies of the common cases: lists, and objects that are their attributes in __dict__ and nothing more, of such,
 * of scalars and of what is shared. All that is copied is met first, without a change to it or to shared memory; what
 * is met besides makes the general copy (_copy.py) begin anew.
 */
#include "container.h"

#define KINDS 256u /* classes that are remembered; a power of two */
#define TABLE_LEAST 64u

typedef struct kind {
    PyTypeObject *type;
    uint32_t version; /* tp_version_tag */
    PyObject *name;   /* the shared name; NULL: not one of the common cases */
} kind;

/* One private object or list, and what stands for it. */
typedef struct entry {
    PyObject *private;
    cn_planned *planned;
    PyObject *values; /* a tuple, as those below; in it what was planned for a private one */
    PyObject *names;  /* NULL of lists */
} entry;

typedef struct copier {
    entry *entries;
    uint32_t count, room;
    uint32_t *table; /* of entries by the address of what is private: index + 1; a power of two, at most half full */
    uint32_t table_size;
} copier;

enum { FAILED = -1, OTHER, FOUND }; /* OTHER: a case for the general copy */

static kind kinds[KINDS];
static PyObject *general, *name_of;

/* ---- classes ---- */

static void set_kind(kind *at, PyTypeObject *type, PyObject *name) {
    PyObject *old = at->name;
    *at = (kind){type, type == NULL ? 0 : type->tp_version_tag, Py_XNewRef(name)};
    Py_XDECREF(old);
}

static kind *kind_of(const PyTypeObject *type) {
    return &kinds[((uintptr_t)type >> 5) & (KINDS - 1)];
}

/* Code of a metaclass may run, which may give the object another class: the name is that of neither then. */
static int ask_name(PyTypeObject *type, PyObject *private, PyObject **name) {
    Py_INCREF(type);
    PyObject *found = PyObject_CallOneArg(name_of, private);
    int is = found == NULL ? FAILED : found != Py_None && Py_IS_TYPE(private, type) ? FOUND : OTHER;
    if (is != FAILED && Py_IS_TYPE(private, type) && PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG)) {
        set_kind(kind_of(type), type, is == FOUND ? found : NULL);
    }
    *name = is == FOUND ? Py_NewRef(found) : NULL;
    Py_XDECREF(found);
    Py_DECREF(type);
    return is;
}

/* The shared name of an object's class: owned. */
static int name_of_class(PyObject *private, PyObject **name) {
    PyTypeObject *type = Py_TYPE(private);
    const kind *at = kind_of(type);
    if (at->type != type || at->version != type->tp_version_tag ||
        !PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG)) {
        return ask_name(type, private, name);
    }
    *name = Py_XNewRef(at->name);
    return *name != NULL ? FOUND : OTHER;
}

static PyObject *forget_names(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    for (uint32_t i = 0; i < KINDS; i++) {
        set_kind(&kinds[i], NULL, NULL);
    }
    Py_RETURN_NONE;
}

/* ---- what was met ---- */

static uint32_t *place_of(const copier *c, const PyObject *private) {
    uint32_t at = (uint32_t)((uintptr_t)private >> 4) * 0x9E3779B1u >> 7;
    for (;; at++) {
        uint32_t *place = &c->table[at & (c->table_size - 1)];
        if (*place == 0 || c->entries[*place - 1].private == private) {
            return place;
        }
    }
}

static int grow(copier *c) {
    uint32_t size = c->table_size == 0 ? TABLE_LEAST : 2 * c->table_size;
    uint32_t *table = PyMem_RawCalloc(size, sizeof *table);
    entry *entries = PyMem_RawRealloc(c->entries, size / 2 * sizeof *entries);
    c->entries = entries != NULL ? entries : c->entries;
    if (table == NULL || entries == NULL) {
        PyMem_RawFree(table);
        PyErr_NoMemory();
        return 0;
    }
    PyMem_RawFree(c->table);
    c->table = table;
    c->table_size = size;
    c->room = size / 2;
    for (uint32_t i = 0; i < c->count; i++) {
        *place_of(c, c->entries[i].private) = i + 1;
    }
    return 1;
}

/* What stands for a private object or list; borrowed. */
static int meet(copier *c, PyObject *private, PyObject **stands) {
    if (c->count == c->room && !grow(c)) {
        return FAILED;
    }
    uint32_t *place = place_of(c, private);
    if (*place != 0) {
        *stands = (PyObject *)c->entries[*place - 1].planned;
        return FOUND;
    }
    PyObject *name = NULL;
    int is_list = PyList_CheckExact(private), found = is_list ? FOUND : name_of_class(private, &name);
    if (found != FOUND) {
        return found;
    }
    cn_planned *planned = (cn_planned *)cn_planned_type.tp_alloc(&cn_planned_type, 0);
    if (planned == NULL) {
        Py_XDECREF(name);
        return FAILED;
    }
    planned->type = is_list ? CL_TYPE_LIST : CL_TYPE_CLASS;
    planned->class_name = name;
    c->entries[c->count] = (entry){.private = Py_NewRef(private), .planned = planned};
    *place_of(c, private) = ++c->count;
    *stands = (PyObject *)planned;
    return FOUND;
}

static int is_plain(PyObject *value) {
    if (PyLong_CheckExact(value)) {
        int beyond;
        PyLong_AsLongLongAndOverflow(value, &beyond);
        return beyond == 0; /* else it is to be coded before anything is made */
    }
    return value == Py_None || PyUnicode_CheckExact(value) || PyFloat_CheckExact(value) || PyBool_Check(value) ||
           cn_is_wrapper(value);
}

/* Puts what stands for private ones in a tuple that nobody else has. */
static int meet_all(copier *c, PyObject *values) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(values); i++) {
        PyObject *value = PyTuple_GET_ITEM(values, i), *stands = NULL;
        if (!is_plain(value)) {
            int met = meet(c, value, &stands);
            if (met != FOUND) {
                return met;
            }
            PyTuple_SET_ITEM(values, i, Py_NewRef(stands));
            Py_DECREF(value);
        }
    }
    return FOUND;
}

/* The attributes of an object at one instant; no code of the program runs while they are read. */
static int read_attributes(PyObject *private, PyObject **names, PyObject **values) {
    PyObject *held = PyObject_GenericGetDict(private, NULL), *name, *value;
    if (held == NULL && PyErr_ExceptionMatches(PyExc_AttributeError)) {
        PyErr_Clear(); /* it has none */
        return OTHER;
    }
    Py_ssize_t count = held == NULL ? 0 : PyDict_Size(held), at = 0;
    *names = held == NULL ? NULL : PyTuple_New(count);
    *values = *names == NULL ? NULL : PyTuple_New(count);
    int read = *values == NULL ? FAILED : FOUND;
    if (held != NULL && count != PyDict_Size(held)) {
        read = OTHER; /* Python's collector ran */
    }
    for (Py_ssize_t i = 0; read == FOUND && PyDict_Next(held, &at, &name, &value); i++) {
        PyTuple_SET_ITEM(*names, i, Py_NewRef(name));
        PyTuple_SET_ITEM(*values, i, Py_NewRef(value));
        read = PyUnicode_CheckExact(name) ? FOUND : OTHER;
    }
    Py_XDECREF(held);
    return read;
}

/* Of each that is met, what it holds is met. */
static int meet_contents(copier *c) {
    int met = FOUND;
    for (uint32_t i = 0; met == FOUND && i < c->count; i++) {
        PyObject *private = c->entries[i].private, *names = NULL, *values = NULL;
        if (PyList_CheckExact(private)) {
            values = PyList_AsTuple(private);
            met = values == NULL ? FAILED : FOUND;
        } else {
            met = read_attributes(private, &names, &values);
        }
        c->entries[i].names = names;
        c->entries[i].values = values;
        met = met == FOUND ? meet_all(c, values) : met;
    }
    return met;
}

/* ---- making it ---- */

/* What was planned and is made already takes its own place; what is not stays. */
static void settle(PyObject *values) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(values); i++) {
        PyObject *value = PyTuple_GET_ITEM(values, i);
        if (Py_IS_TYPE(value, &cn_planned_type) && ((cn_planned *)value)->made != NULL) {
            PyTuple_SET_ITEM(values, i, Py_NewRef(((cn_planned *)value)->made));
            Py_DECREF(value);
        }
    }
}

/* With what there is already. */
static int make_object(const entry *e) {
    settle(e->values);
    e->planned->made = cn_make_fields(e->planned->class_name, &PyTuple_GET_ITEM(e->names, 0),
                                      &PyTuple_GET_ITEM(e->values, 0), PyTuple_GET_SIZE(e->names));
    return e->planned->made != NULL;
}

/* In the order in which they are met: what an object holds first is what its fields' types are inferred from. */
static int make_all(const copier *c) {
    int made = 1;
    for (uint32_t i = 0; made && i < c->count; i++) {
        if (c->entries[i].names == NULL) {
            c->entries[i].planned->made = cn_new_list();
            made = c->entries[i].planned->made != NULL;
        }
    }
    for (uint32_t i = 0; made && i < c->count; i++) {
        made = c->entries[i].names == NULL || make_object(&c->entries[i]);
    }
    return made;
}

/* Sets the fields for which there was nothing yet. */
static int fill_object(const entry *e) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(e->values); i++) {
        PyObject *value = PyTuple_GET_ITEM(e->values, i);
        if (Py_IS_TYPE(value, &cn_planned_type) &&
            !cn_put_attribute(e->planned->made, PyTuple_GET_ITEM(e->names, i), ((cn_planned *)value)->made)) {
            return 0;
        }
    }
    return 1;
}

static int fill_all(const copier *c) {
    int filled = 1;
    for (uint32_t i = 0; filled && i < c->count; i++) {
        filled = c->entries[i].names == NULL || fill_object(&c->entries[i]);
    }
    for (uint32_t i = 0; filled && i < c->count; i++) {
        const entry *e = &c->entries[i];
        filled = e->names != NULL || PyTuple_GET_SIZE(e->values) == 0 || cn_list_extend(e->planned->made, e->values);
    }
    return filled;
}

static void end(copier *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        entry *e = &c->entries[i];
        Py_DECREF(e->private);
        Py_DECREF(e->planned);
        Py_XDECREF(e->values);
        Py_XDECREF(e->names);
    }
    PyMem_RawFree(c->entries);
    PyMem_RawFree(c->table);
}

/* ---- functions of the package ---- */

static int copy(PyObject *root, PyObject **made) {
    copier c = {NULL, 0, 0, NULL, 0};
    PyObject *stands;
    int met = meet(&c, root, &stands);
    met = met == FOUND ? meet_contents(&c) : met;
    if (met == FOUND) {
        met = make_all(&c) && fill_all(&c) ? FOUND : FAILED;
        *made = met == FOUND ? Py_NewRef(c.entries[0].planned->made) : NULL;
    }
    end(&c);
    return met;
}

static PyObject *copy_in(PyObject *module, PyObject *const *a, Py_ssize_t count, PyObject *names) {
    (void)module;
    PyObject *made = NULL;
    if (general == NULL) {
        return PyErr_Format(PyExc_SystemError, "set_copier was not called");
    }
    if (count == 1 && names == NULL && !is_plain(a[0])) {
        int met = cn_thread_here() == NULL ? FAILED : copy(a[0], &made);
        if (met != OTHER) {
            return made;
        }
    }
    return PyObject_Vectorcall(general, a, (size_t)count, names);
}

/* set_copier(general copy, shared name of the class of an object or None) */
static PyObject *set_copier(PyObject *module, PyObject *arguments) {
    PyObject *copier, *namer;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OO", &copier, &namer)) {
        return NULL;
    }
    Py_XSETREF(general, Py_NewRef(copier));
    Py_XSETREF(name_of, Py_NewRef(namer));
    return forget_names(NULL, NULL);
}

static PyMethodDef functions[] = {
    {"copy_in", (PyCFunction)(void (*)(void))copy_in, METH_FASTCALL | METH_KEYWORDS,
     "copy_in($module, root)\n--\n\nCopies an object or container and all that it refers to, cycles and sharing "
     "included, to shared memory. Returns the copy.\n\nShared objects that it refers to are kept, not copied. Tuples, "
     "frozensets and bytes become frozen containers. If anything cannot be shared, nothing is copied."},
    {"set_copier", set_copier, METH_VARARGS, "Takes the general copy, and what names classes for the other one."},
    {"forget_names", forget_names, METH_NOARGS, "A class has another shared name now."},
    {NULL, NULL, 0, NULL},
};

int cn_copies_add(PyObject *module) {
    return PyModule_AddFunctions(module, functions);
}
