/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Arrow C data interface, whose structs are a stable ABI: shared arrays of numbers as views of the shared memory
 * itself, and lists and tuples of strings as a copy of their characters.
 */
#include "container.h"

struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children, *dictionary;
    void (*release)(struct ArrowSchema *schema);
    void *private_data;
};

struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children, *dictionary;
    void (*release)(struct ArrowArray *array);
    void *private_data;
};

typedef struct kept { /* what an ArrowArray has beside itself */
    const void *buffers[3];
    PyObject *owner; /* NULL of a copy */
    cn_export export;
    void *copy; /* of booleans, which Arrow packs to bits, and of strings; else NULL */
} kept;

static const char *arrow_format(uint32_t kind) {
    switch (kind) {
    case CL_SLOT_INT8:
        return "c";
    case CL_SLOT_INT16:
        return "s";
    case CL_SLOT_CHAR:
        return "S";
    case CL_SLOT_INT32:
        return "i";
    case CL_SLOT_INT64:
        return "l";
    case CL_SLOT_FLOAT32:
        return "f";
    case CL_SLOT_FLOAT64:
        return "g";
    default:
        return "b";
    }
}

static void release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

static void release_array(struct ArrowArray *array) {
    kept *k = array->private_data;
    if (k->owner != NULL) {
        cn_view_end(k->owner, &k->export);
    }
    PyMem_RawFree(k->copy);
    PyMem_RawFree(k);
    array->release = NULL;
}

static void destroy_schema_capsule(PyObject *capsule) {
    struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
    if (schema->release != NULL) {
        schema->release(schema);
    }
    PyMem_RawFree(schema);
}

static void destroy_array_capsule(PyObject *capsule) {
    struct ArrowArray *array = PyCapsule_GetPointer(capsule, "arrow_array");
    if (array->release != NULL) {
        array->release(array);
    }
    PyMem_RawFree(array);
}

static PyObject *schema_capsule(const char *format, int64_t flags) {
    struct ArrowSchema *schema = PyMem_RawCalloc(1, sizeof *schema);
    if (schema == NULL) {
        return PyErr_NoMemory();
    }
    schema->format = format;
    schema->name = "";
    schema->flags = flags;
    schema->release = release_schema;
    PyObject *capsule = PyCapsule_New(schema, "arrow_schema", destroy_schema_capsule);
    if (capsule == NULL) {
        PyMem_RawFree(schema);
    }
    return capsule;
}

/* Arrow's booleans are bits, so these are a copy. */
static void *packed(const uint8_t *bytes, uint32_t count) {
    uint8_t *bits = PyMem_RawCalloc((size_t)count / 8 + 8, 1);
    for (uint32_t i = 0; bits != NULL && i < count; i++) {
        bits[i / 8] |= (uint8_t)((bytes[i] != 0) << i % 8);
    }
    return bits;
}

/* Takes `k` and what it has, also where there is no memory. */
static PyObject *array_capsule(kept *k, int64_t count, int64_t nulls, int64_t buffers) {
    struct ArrowArray *made = PyMem_RawCalloc(1, sizeof *made);
    struct ArrowArray array = {.length = count, .null_count = nulls, .n_buffers = buffers, .buffers = k->buffers,
                               .release = release_array, .private_data = k};
    PyObject *capsule = NULL;
    if (made == NULL) {
        PyErr_NoMemory();
    } else {
        *made = array;
        capsule = PyCapsule_New(made, "arrow_array", destroy_array_capsule);
    }
    if (capsule == NULL) {
        release_array(&array);
        PyMem_RawFree(made);
    }
    return capsule;
}

/* ---- arrays ---- */

static PyObject *capsule_of_array(PyObject *owner, uint64_t array, uint32_t kind) {
    kept *k = PyMem_RawCalloc(1, sizeof *k);
    uint32_t count = cn_flat_count(array);
    if (k != NULL && kind == CL_SLOT_BOOLEAN) {
        k->copy = packed(cl_flat_elements(array), count);
    }
    if (k == NULL || (kind == CL_SLOT_BOOLEAN && k->copy == NULL)) {
        PyMem_RawFree(k);
        return PyErr_NoMemory();
    }
    k->owner = Py_NewRef(owner);
    cn_export_begin(&k->export, owner, cl_flat_elements(array), cn_object(array)->length);
    k->buffers[1] = kind == CL_SLOT_BOOLEAN ? k->copy : cl_flat_elements(array);
    return array_capsule(k, count, 0, 2);
}

PyObject *cn_arrow_schema(PyObject *self, PyObject *nothing) {
    uint32_t kind;
    (void)nothing;
    return cn_flat_of(self, &kind) == 0 ? NULL : schema_capsule(arrow_format(kind), 0);
}

/* (schema, array); which schema is asked for is a wish. */
PyObject *cn_arrow_array(PyObject *self, PyObject *arguments, PyObject *named) {
    static char *names[] = {"requested_schema", NULL};
    PyObject *requested;
    uint32_t kind;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "|O:__arrow_c_array__", names, &requested)) {
        return NULL;
    }
    uint64_t array = cn_flat_of(self, &kind);
    PyObject *schema = array == 0 ? NULL : schema_capsule(arrow_format(kind), 0);
    PyObject *elements = schema == NULL ? NULL : capsule_of_array(self, array, kind);
    if (elements == NULL) {
        Py_XDECREF(schema);
        return NULL;
    }
    return Py_BuildValue("(NN)", schema, elements);
}

/* ---- strings ---- */

/* A list or tuple of strings and None has the interface, any other one not: libraries look for it first, and take what
 * has none as a sequence. */
static int is_of_texts(PyObject *self) {
    PyObject *elements = PyObject_GetIter(self), *element = NULL;
    while (elements != NULL && (element = PyIter_Next(elements)) == Py_None) {
        Py_DECREF(element);
    }
    int is = element != NULL && PyUnicode_Check(element);
    Py_XDECREF(elements);
    Py_XDECREF(element);
    return PyErr_Occurred() ? -1 : is;
}

typedef struct texts { /* of a private tuple */
    PyObject *elements;
    Py_ssize_t count, bytes, nulls;
} texts;

static int measure(texts *all) {
    for (Py_ssize_t i = 0; i < all->count; i++) {
        PyObject *element = PyTuple_GET_ITEM(all->elements, i);
        Py_ssize_t bytes = 0;
        if (element == Py_None) {
            all->nulls++;
        } else if (!PyUnicode_Check(element)) {
            PyErr_Format(PyExc_TypeError,
                         "an Arrow array of strings takes strings and None; element %zd is of type %s: give Arrow a "
                         "private list of what you want of it",
                         i, Py_TYPE(element)->tp_name);
            return 0;
        } else if (PyUnicode_AsUTF8AndSize(element, &bytes) == NULL) {
            return 0;
        }
        all->bytes += bytes;
    }
    return 1;
}

/* Arrow's offsets, bits (a set one: not null) and characters, in one block. */
static void fill(const texts *all, kept *k, int is_wide) {
    size_t width = is_wide ? 8 : 4, places = (size_t)all->count + 1;
    uint8_t *bits = (uint8_t *)k->copy + (width * places + 7) / 8 * 8;
    char *data = (char *)bits + (places + 63) / 64 * 8;
    int64_t end = 0;
    k->buffers[0] = all->nulls == 0 ? NULL : bits;
    k->buffers[1] = k->copy;
    k->buffers[2] = data;
    for (Py_ssize_t i = 0; i <= all->count; i++) {
        int32_t narrow = (int32_t)end;
        memcpy((char *)k->copy + width * (size_t)i, is_wide ? (void *)&end : (void *)&narrow, width);
        PyObject *element = i == all->count ? Py_None : PyTuple_GET_ITEM(all->elements, i);
        if (element != Py_None) {
            Py_ssize_t bytes;
            const char *text = PyUnicode_AsUTF8AndSize(element, &bytes); /* kept since it was measured */
            memcpy(data + end, text, (size_t)bytes);
            bits[i / 8] |= (uint8_t)(1 << i % 8);
            end += bytes;
        }
    }
}

static PyObject *capsules_of_texts(const texts *all, const char *format) {
    PyObject *schema = schema_capsule(format, 2); /* 2: nullable */
    kept *k = schema == NULL ? NULL : PyMem_RawCalloc(1, sizeof *k);
    if (k != NULL) {
        k->copy = PyMem_RawCalloc(1, 9 * ((size_t)all->count + 1) + (size_t)all->bytes + 24);
    }
    if (k == NULL || k->copy == NULL) {
        PyMem_RawFree(k);
        Py_XDECREF(schema);
        return PyErr_NoMemory();
    }
    fill(all, k, *format == 'U' || *format == 'Z');
    PyObject *array = array_capsule(k, all->count, all->nulls, 3);
    if (array == NULL) {
        Py_DECREF(schema);
        return NULL;
    }
    return Py_BuildValue("(NN)", schema, array);
}

/* What the consumer would rather have, of the formats that fit the same bytes: strings and binaries, with offsets of 32
 * or of 64 bits. */
static const char *wanted_format(PyObject *requested) {
    static const char *const formats[] = {"u", "U", "z", "Z"};
    const struct ArrowSchema *schema =
        PyCapsule_IsValid(requested, "arrow_schema") ? PyCapsule_GetPointer(requested, "arrow_schema") : NULL;
    for (size_t i = 0; schema != NULL && schema->release != NULL && i < sizeof formats / sizeof *formats; i++) {
        if (strcmp(schema->format, formats[i]) == 0) {
            return formats[i];
        }
    }
    return formats[0];
}

static const char *wide(const char *format) {
    return *format == 'z' || *format == 'Z' ? "Z" : "U";
}

static PyObject *texts_array(PyObject *self, PyObject *arguments, PyObject *named) {
    static char *names[] = {"requested_schema", NULL};
    PyObject *requested = Py_None;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "|O:__arrow_c_array__", names, &requested)) {
        return NULL;
    }
    texts all = {.elements = PySequence_Tuple(self)};
    if (all.elements == NULL) {
        return NULL;
    }
    all.count = PyTuple_GET_SIZE(all.elements);
    PyObject *capsules = NULL;
    if (measure(&all)) {
        const char *format = wanted_format(requested);
        capsules = capsules_of_texts(&all, all.bytes <= INT32_MAX ? format : wide(format));
    }
    Py_DECREF(all.elements);
    return capsules;
}

PyObject *cn_arrow_of_texts(PyObject *self, void *nothing) {
    static PyMethodDef method = {"__arrow_c_array__", (PyCFunction)(void (*)(void))texts_array,
                                 METH_VARARGS | METH_KEYWORDS, "The strings, copied, as Arrow capsules."};
    (void)nothing;
    int is = is_of_texts(self);
    if (is == 0) {
        PyErr_SetString(PyExc_AttributeError, "a shared list or tuple has '__arrow_c_array__' while its elements are "
                                              "strings and None");
    }
    return is > 0 ? PyCFunction_New(&method, self) : NULL;
}
