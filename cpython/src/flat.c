/* SPDX-License-Identifier: Apache-2.0 */
/* Flat arrays: numbers of one width, each one load or store [layout.flat]; and views of their memory. */
#include <math.h>

#include "container.h"

typedef struct width {
    const char *name;   /* in all languages */
    const char *format; /* of a buffer */
    uint32_t bytes;
    int64_t least, most; /* of integers */
    const char *range;
} width;

static const width WIDTHS[CL_SLOT_KINDS] = {
    [CL_SLOT_INT8] = {"int8", "b", 1, INT8_MIN, INT8_MAX, "an integer from -128 to 127"},
    [CL_SLOT_INT16] = {"int16", "h", 2, INT16_MIN, INT16_MAX, "an integer from -32768 to 32767"},
    [CL_SLOT_CHAR] = {"char", "H", 2, 0, UINT16_MAX, "an integer from 0 to 65535"},
    [CL_SLOT_INT32] = {"int32", "i", 4, INT32_MIN, INT32_MAX, "an integer from -2147483648 to 2147483647"},
    [CL_SLOT_INT64] = {"int64", "q", 8, INT64_MIN, INT64_MAX, "an integer of 64 bits"},
    [CL_SLOT_FLOAT32] = {"float32", "f", 4, 0, 0, "a float of 32 bits"},
    [CL_SLOT_FLOAT64] = {"float64", "d", 8, 0, 0, "a float"},
    [CL_SLOT_BOOLEAN] = {"boolean", "?", 1, 0, 1, "a boolean"},
    [CL_SLOT_TAGGED] = {"references", NULL, 8, 0, 0, "a value or shared object"},
};

uint32_t cn_flat_kind(uint64_t array) {
    return atomic_load_explicit(&cn_object(array)->extension, memory_order_relaxed);
}

uint32_t cn_flat_count(uint64_t array) {
    return cn_object(array)->length / WIDTHS[cn_flat_kind(array)].bytes;
}

const char *cn_flat_name(uint32_t kind) {
    return WIDTHS[kind].name;
}

const char *cn_flat_format(uint32_t kind) {
    return WIDTHS[kind].format;
}

uint32_t cn_flat_width(uint32_t kind) {
    return WIDTHS[kind].bytes;
}

static void *place_of(uint64_t array, uint32_t index) {
    return (char *)(cn_object(array) + 1) + (size_t)index * WIDTHS[cn_flat_kind(array)].bytes;
}

#define LOAD(type) atomic_load_explicit((_Atomic type *)place, memory_order_relaxed)
#define STORE(type, value) atomic_store_explicit((_Atomic type *)place, (type)(value), memory_order_relaxed)

PyObject *cn_flat_item(uint64_t array, uint32_t index) {
    void *place = place_of(array, index);
    switch (cn_flat_kind(array)) {
    case CL_SLOT_INT8:
        return PyLong_FromLong(LOAD(int8_t));
    case CL_SLOT_INT16:
        return PyLong_FromLong(LOAD(int16_t));
    case CL_SLOT_CHAR:
        return PyLong_FromLong(LOAD(uint16_t));
    case CL_SLOT_INT32:
        return PyLong_FromLong(LOAD(int32_t));
    case CL_SLOT_INT64:
        return PyLong_FromLongLong(LOAD(int64_t));
    case CL_SLOT_FLOAT32:
        return PyFloat_FromDouble(LOAD(float));
    case CL_SLOT_FLOAT64:
        return PyFloat_FromDouble(LOAD(double));
    default:
        return PyBool_FromLong(LOAD(uint8_t) != 0);
    }
}

static void store_bits(uint32_t kind, void *place, uint64_t bits) {
    double number;
    memcpy(&number, &bits, sizeof number);
    if (kind == CL_SLOT_FLOAT32) {
        STORE(float, (float)number);
        return;
    }
    switch (WIDTHS[kind].bytes) {
    case 1:
        STORE(uint8_t, bits);
        break;
    case 2:
        STORE(uint16_t, bits);
        break;
    case 4:
        STORE(uint32_t, bits);
        break;
    default:
        STORE(uint64_t, bits);
    }
}

/* ---- values on their way in ---- */

static int refuse(const char *error, uint32_t kind, PyObject *value) {
    PyObject *name = PyType_GetQualName(Py_TYPE(value));
    PyObject *text = name == NULL ? NULL
                     : PyFloat_Check(value)                          ? PyUnicode_FromFormat("the float %R", value)
                     : PyLong_Check(value) || PyUnicode_Check(value) ? PyUnicode_FromFormat("%R", value)
                                                                     : PyUnicode_FromFormat("a %U", name);
    PyErr_Clear(); /* an int too long to be printed */
    if (text != NULL && PyUnicode_GET_LENGTH(text) > 40) {
        Py_SETREF(text, PyUnicode_FromFormat("one of %zd characters, %.20U...", PyUnicode_GET_LENGTH(text), text));
    }
    cn_error(error, "an element of an array of %s is %s, not %V; nothing was stored", WIDTHS[kind].name,
             WIDTHS[kind].range, text, "a number that is too long to be printed");
    Py_XDECREF(text);
    Py_XDECREF(name);
    return 0;
}

static int float_bits(uint32_t kind, PyObject *value, uint64_t *bits) {
    int is_integer = PyLong_Check(value);
    double number = PyFloat_AsDouble(value);
    int overflow = PyErr_Occurred() != NULL;
    PyErr_Clear();
    if (overflow || (kind == CL_SLOT_FLOAT32 && isinf((float)number) && !isinf(number))) {
        return refuse(is_integer ? "IntegerOverflowError" : "NumberOverflowError", kind, value);
    }
    memcpy(bits, &number, sizeof number);
    return 1;
}

static int integer_bits(uint32_t kind, PyObject *value, uint64_t *bits) {
    int overflow;
    if (!PyLong_Check(value)) {
        return refuse("TypeConflictError", kind, value);
    }
    long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (overflow != 0 || number < WIDTHS[kind].least || number > WIDTHS[kind].most) {
        return refuse("IntegerOverflowError", kind, value);
    }
    *bits = (uint64_t)number;
    return 1;
}

/* A scalar of numpy as Python's own. */
static PyObject *plain(PyObject *value) {
    int is = PyLong_Check(value) || PyFloat_Check(value) || PyUnicode_Check(value) || value == Py_None ||
             !PyObject_HasAttr(value, cn_attributes[CN_ATTRIBUTE_DTYPE]) || PySequence_Check(value);
    return is ? Py_NewRef(value) : PyObject_CallMethodNoArgs(value, cn_attributes[CN_ATTRIBUTE_ITEM]);
}

int cn_flat_bits(uint32_t kind, PyObject *given, uint64_t *bits) {
    uint32_t process = cn_process;
    PyObject *value = plain(given);
    int done;
    if (value == NULL || !cn_is_still(process)) {
        Py_XDECREF(value);
        return 0;
    }
    if (kind == CL_SLOT_BOOLEAN || PyBool_Check(value) || (!PyLong_Check(value) && !PyFloat_Check(value))) {
        *bits = value == Py_True;
        done = kind == CL_SLOT_BOOLEAN && PyBool_Check(value) ? 1 : refuse("TypeConflictError", kind, value);
    } else {
        done = kind == CL_SLOT_FLOAT32 || kind == CL_SLOT_FLOAT64 ? float_bits(kind, value, bits)
                                                                  : integer_bits(kind, value, bits);
    }
    Py_DECREF(value);
    return done;
}

int cn_flat_put(uint64_t array, uint32_t index, PyObject *value) {
    uint32_t kind = cn_flat_kind(array);
    uint64_t bits;
    if (!cn_check_writable() || !cn_flat_bits(kind, value, &bits)) {
        return 0;
    }
    store_bits(kind, place_of(array, index), bits);
    return 1;
}

/* All bits, or none. Freed by the caller. */
static uint64_t *bits_of(uint32_t kind, PyObject *values, Py_ssize_t *count) {
    PyObject *all = PySequence_Fast(values, "a sequence of numbers was expected");
    *count = all == NULL ? 0 : PySequence_Fast_GET_SIZE(all);
    uint64_t *bits = all == NULL ? NULL : PyMem_RawMalloc((size_t)(*count + 1) * sizeof *bits);
    for (Py_ssize_t i = 0; bits != NULL && i < *count; i++) {
        if (!cn_flat_bits(kind, PySequence_Fast_GET_ITEM(all, i), &bits[i])) {
            PyMem_RawFree(bits);
            bits = NULL;
        }
    }
    if (bits == NULL && !PyErr_Occurred()) {
        PyErr_NoMemory();
    }
    Py_XDECREF(all);
    return bits;
}

/* ---- functions of the package ---- */

static uint32_t kind_named(PyObject *name) {
    for (uint32_t kind = 0; kind < CL_SLOT_KINDS; kind++) {
        if (WIDTHS[kind].format != NULL && PyUnicode_CompareWithASCIIString(name, WIDTHS[kind].name) == 0) {
            return kind;
        }
    }
    PyErr_Format(PyExc_ValueError, "%R is no type of elements", name);
    return 0;
}

static uint64_t array_argument(PyObject *value) {
    return cn_thread_here() == NULL ? 0 : cn_argument(value, CN_KIND(FLAT), "array");
}

static PyObject *make(uint32_t kind, uint64_t count) {
    CN_NO_ERROR(error);
    cn_thread *thread = cn_thread_here();
    return thread == NULL ? NULL : cn_made(thread, cl_flat_make(thread->slot, kind, count, &error), &error);
}

/* new_array(type, count) */
static PyObject *new_array(PyObject *module, PyObject *arguments) {
    PyObject *name;
    unsigned long long count;
    (void)module;
    uint32_t kind = PyArg_ParseTuple(arguments, "UK", &name, &count) ? kind_named(name) : 0;
    return kind == 0 ? NULL : make(kind, count);
}

static void store_all(uint64_t array, Py_ssize_t from, Py_ssize_t step, const uint64_t *bits, Py_ssize_t count) {
    for (Py_ssize_t i = 0; i < count; i++) {
        store_bits(cn_flat_kind(array), place_of(array, (uint32_t)(from + i * step)), bits[i]);
    }
}

/* array_of(type, values) */
static PyObject *array_of(PyObject *module, PyObject *arguments) {
    PyObject *name, *values;
    Py_ssize_t count;
    (void)module;
    uint32_t kind = PyArg_ParseTuple(arguments, "UO", &name, &values) ? kind_named(name) : 0;
    uint64_t *bits = kind == 0 ? NULL : bits_of(kind, values, &count);
    PyObject *array = bits == NULL ? NULL : make(kind, (uint64_t)count);
    if (array != NULL) {
        store_all(cn_reference_of(array), 0, 1, bits, count);
    }
    PyMem_RawFree(bits);
    return array;
}

/* The number of elements in a contiguous buffer; -1 and an exception. */
static Py_ssize_t elements_in(const Py_buffer *buffer, uint32_t kind) {
    if (buffer->len % WIDTHS[kind].bytes != 0) {
        cn_error("SharedMemoryError", "%zd bytes are no elements of %s, which have %u; nothing was stored", buffer->len,
                 WIDTHS[kind].name, WIDTHS[kind].bytes);
        return -1;
    }
    return buffer->len / WIDTHS[kind].bytes;
}

/* array_of_buffer(type, buffer): of bytes that are elements of that type. */
static PyObject *array_of_buffer(PyObject *module, PyObject *arguments) {
    PyObject *name;
    Py_buffer buffer;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "Uy*", &name, &buffer)) {
        return NULL;
    }
    uint32_t kind = kind_named(name);
    Py_ssize_t count = kind == 0 ? -1 : elements_in(&buffer, kind);
    PyObject *array = count < 0 ? NULL : make(kind, (uint64_t)count);
    if (array != NULL) {
        memcpy(place_of(cn_reference_of(array), 0), buffer.buf, (size_t)buffer.len);
    }
    PyBuffer_Release(&buffer);
    return array;
}

static PyObject *array_type(PyObject *module, PyObject *value) {
    (void)module;
    uint64_t array = array_argument(value);
    return array == 0 ? NULL : PyUnicode_FromString(WIDTHS[cn_flat_kind(array)].name);
}

static int is_inside(uint64_t array, int64_t from, int64_t count) {
    int64_t length = cn_flat_count(array);
    if (from >= 0 && count >= 0 && from + count <= length) {
        return 1;
    }
    cn_error("TypeConflictError",
             "an array of %s has a fixed length of %lld; it has no room for %lld elements from index %lld on; nothing "
             "was changed",
             cn_flat_name(cn_flat_kind(array)), (long long)length, (long long)count, (long long)from);
    return 0;
}

/* array_values(array, from, to) */
static PyObject *array_values(PyObject *module, PyObject *arguments) {
    PyObject *value;
    Py_ssize_t from, to;
    (void)module;
    uint64_t array = PyArg_ParseTuple(arguments, "Onn", &value, &from, &to) ? array_argument(value) : 0;
    PyObject *values = array == 0 || !is_inside(array, from, to - from) ? NULL : PyList_New(to - from);
    for (Py_ssize_t i = from; values != NULL && i < to; i++) {
        PyObject *element = cn_flat_item(array, (uint32_t)i);
        if (element == NULL) {
            Py_CLEAR(values);
        } else {
            PyList_SET_ITEM(values, i - from, element);
        }
    }
    return values;
}

/* array_get(array, index) */
static PyObject *array_get(PyObject *module, PyObject *arguments) {
    PyObject *value;
    Py_ssize_t index;
    (void)module;
    uint64_t array = PyArg_ParseTuple(arguments, "On", &value, &index) ? array_argument(value) : 0;
    return array == 0 || !is_inside(array, index, 1) ? NULL : cn_flat_item(array, (uint32_t)index);
}

/* array_set(array, index, value) */
static PyObject *array_set(PyObject *module, PyObject *arguments) {
    PyObject *value, *element;
    Py_ssize_t index;
    (void)module;
    uint64_t array = PyArg_ParseTuple(arguments, "OnO", &value, &index, &element) ? array_argument(value) : 0;
    return array == 0 || !is_inside(array, index, 1) || !cn_flat_put(array, (uint32_t)index, element)
               ? NULL
               : Py_NewRef(Py_None);
}

/* array_put(array, from, step, values): all, or none when one does not fit. */
static PyObject *array_put(PyObject *module, PyObject *arguments) {
    PyObject *value, *values;
    Py_ssize_t from, step, count;
    (void)module;
    uint64_t array = PyArg_ParseTuple(arguments, "OnnO", &value, &from, &step, &values) ? array_argument(value) : 0;
    if (array == 0 || !cn_check_writable()) {
        return NULL;
    }
    uint64_t *bits = bits_of(cn_flat_kind(array), values, &count);
    int inside = bits != NULL &&
                 (count == 0 || (is_inside(array, from, 1) && is_inside(array, from + (count - 1) * step, 1)));
    if (inside) {
        store_all(array, from, step, bits, count);
    }
    PyMem_RawFree(bits);
    return inside ? Py_NewRef(Py_None) : NULL;
}

/* array_write(array, from, buffer): of bytes that are elements of its type. */
static PyObject *array_write(PyObject *module, PyObject *arguments) {
    PyObject *value;
    Py_ssize_t from;
    Py_buffer buffer;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "Ony*", &value, &from, &buffer)) {
        return NULL;
    }
    uint64_t array = array_argument(value);
    Py_ssize_t count = array == 0 || !cn_check_writable() ? -1 : elements_in(&buffer, cn_flat_kind(array));
    int done = count >= 0 && is_inside(array, from, count);
    if (done && count > 0) {
        memmove(place_of(array, (uint32_t)from), buffer.buf, (size_t)buffer.len);
    }
    PyBuffer_Release(&buffer);
    return done ? Py_NewRef(Py_None) : NULL;
}

static PyObject *array_bytes(PyObject *module, PyObject *value) {
    (void)module;
    uint64_t array = array_argument(value);
    return array == 0 ? NULL
                      : PyBytes_FromStringAndSize(place_of(array, 0), (Py_ssize_t)cn_object(array)->length);
}

static PyMethodDef functions[] = {
    {"new_array", new_array, METH_VARARGS, "An array of zeros of a type."},
    {"array_of", array_of, METH_VARARGS, "An array of numbers of a type."},
    {"array_of_buffer", array_of_buffer, METH_VARARGS, "An array of what bytes hold."},
    {"array_type", array_type, METH_O, "What the elements are."},
    {"array_get", array_get, METH_VARARGS, "An element."},
    {"array_set", array_set, METH_VARARGS, "Stores an element that fits."},
    {"array_values", array_values, METH_VARARGS, "The elements from an index to another."},
    {"array_put", array_put, METH_VARARGS, "Stores elements, from an index on, by a step."},
    {"array_write", array_write, METH_VARARGS, "Stores bytes that are elements, from an index on."},
    {"array_bytes", array_bytes, METH_O, "The bytes of all elements."},
    {NULL, NULL, 0, NULL},
};

/* ---- views ---- */

typedef struct viewed {
    Py_ssize_t count, itemsize;
    cn_export export;
} viewed;

int cn_fill_view(PyObject *owner, Py_buffer *view, int flags, const char *format, Py_ssize_t itemsize, void *memory,
                 Py_ssize_t count, int is_frozen) {
    int readonly = is_frozen || cl_is_readonly();
    view->obj = NULL;
    if (readonly && (flags & PyBUF_WRITABLE) != 0) {
        PyErr_SetString(PyExc_BufferError, is_frozen ? "these shared bytes never change, so no view can be written"
                                                     : "this process is attached read-only, so no view can be written");
        return -1;
    }
    viewed *made = PyMem_Malloc(sizeof *made);
    if (made == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    made->count = count;
    made->itemsize = itemsize;
    cn_export_begin(&made->export, owner, memory, (uint64_t)(count * itemsize));
    *view = (Py_buffer){.buf = memory, .obj = Py_NewRef(owner), .len = count * itemsize, .itemsize = itemsize,
                        .readonly = readonly, .ndim = 1, .internal = made};
    view->format = (flags & PyBUF_FORMAT) != 0 ? (char *)format : NULL;
    view->shape = (flags & PyBUF_ND) != 0 ? &made->count : NULL;
    view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? &made->itemsize : NULL;
    return 0;
}

void cn_release_view(PyObject *owner, Py_buffer *view) {
    viewed *made = view->internal;
    (void)owner;
    cn_export_end(&made->export);
    PyMem_Free(made);
}

static int array_buffer(PyObject *self, Py_buffer *view, int flags) {
    uint64_t array = cn_thread_here() == NULL ? 0 : cn_checked_reference(self);
    if (array == 0) {
        view->obj = NULL;
        return -1;
    }
    const width *w = &WIDTHS[cn_flat_kind(array)];
    return cn_fill_view(self, view, flags, w->format, w->bytes, place_of(array, 0), cn_flat_count(array), 0);
}

static PyBufferProcs array_as_buffer = {.bf_getbuffer = array_buffer, .bf_releasebuffer = cn_release_view};

PyTypeObject cn_array_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Array",
    .tp_base = &cn_list_type,
    .tp_basicsize = sizeof(cn_wrapper),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_SEQUENCE,
    .tp_as_buffer = &array_as_buffer,
    .tp_methods = cn_array_methods,
    .tp_doc = "A shared array of numbers of one width, whose memory can be viewed.",
};

int cn_flats_add(PyObject *module) {
    return cn_add_type(module, &cn_array_type, "Array") < 0 || PyModule_AddFunctions(module, functions) < 0 ? -1 : 0;
}
