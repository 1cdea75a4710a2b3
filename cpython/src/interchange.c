/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared arrays for libraries of numbers: DLPack and the Arrow C data interface, as views of the shared memory itself.
 * Both define their structs as a stable ABI; each here keeps the wrapper, and so the memory, until its consumer ends.
 */
#include "container.h"

/* ---- DLPack 0.8 (dlpack.h) ---- */

typedef struct dl_device {
    int32_t type; /* 1: the processor's memory */
    int32_t id;
} dl_device;

typedef struct dl_tensor {
    void *data;
    dl_device device;
    int32_t ndim;
    struct {
        uint8_t code; /* 0: int, 1: unsigned, 2: float, 6: bool */
        uint8_t bits;
        uint16_t lanes;
    } dtype;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} dl_tensor;

typedef struct dl_managed {
    dl_tensor tensor;
    void *owner;
    void (*deleter)(struct dl_managed *self);
    int64_t extent[2]; /* ours: shape and strides */
    cn_export export;
} dl_managed;

static void release_owner(PyObject *owner, cn_export *export) {
    PyGILState_STATE state = PyGILState_Ensure();
    cn_export_end(export);
    Py_DECREF(owner);
    PyGILState_Release(state);
}

static void delete_dl(dl_managed *self) {
    release_owner(self->owner, &self->export);
    PyMem_RawFree(self);
}

static void destroy_dl_capsule(PyObject *capsule) {
    if (PyCapsule_IsValid(capsule, "dltensor")) { /* nobody took it */
        dl_managed *managed = PyCapsule_GetPointer(capsule, "dltensor");
        managed->deleter(managed);
    }
}

static uint64_t array_of(PyObject *self, uint32_t *kind) {
    uint64_t array = cn_thread_here() == NULL ? 0 : cn_checked_reference(self);
    *kind = array == 0 ? 0 : cn_flat_kind(array);
    return array;
}

static uint8_t dl_code(uint32_t kind) {
    return kind == CL_SLOT_FLOAT32 || kind == CL_SLOT_FLOAT64 ? 2
           : kind == CL_SLOT_BOOLEAN                          ? 6
           : kind == CL_SLOT_CHAR                             ? 1
                                                              : 0;
}

/* Whether the arguments of __dlpack__ ask for what is here: the memory itself, of the processor. */
static int takes(PyObject *arguments, PyObject *named) {
    static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
    PyObject *stream = Py_None, *version = Py_None, *device = Py_None, *copy = Py_None;
    int type = 1, id = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "|$OOOO:__dlpack__", names, &stream, &version, &device, &copy)) {
        return 0;
    }
    if (device != Py_None && !PyTuple_Check(device)) {
        PyErr_Format(PyExc_TypeError, "a device of DLPack is a tuple of two integers, such as (1, 0), not %R", device);
        return 0;
    }
    if (device != Py_None && !PyArg_ParseTuple(device, "ii", &type, &id)) {
        return 0;
    }
    if (type != 1 || stream != Py_None || copy == Py_True) {
        PyErr_SetString(PyExc_BufferError, "a shared array is a view of the processor's memory: it takes no stream, no "
                                           "other device and no copy; copy what you got");
        return 0;
    }
    return 1;
}

static PyObject *dlpack(PyObject *value, PyObject *arguments, PyObject *named) {
    uint32_t kind;
    uint64_t array = takes(arguments, named) ? array_of(value, &kind) : 0;
    if (array == 0) {
        return NULL;
    }
    if (cl_is_readonly()) {
        PyErr_SetString(PyExc_BufferError, "DLPack has no read-only memory, and this process is attached read-only; "
                                           "use the buffer protocol, as numpy.asarray does");
        return NULL;
    }
    dl_managed *made = PyMem_RawCalloc(1, sizeof *made);
    if (made == NULL) {
        return PyErr_NoMemory();
    }
    made->extent[0] = cn_flat_count(array);
    made->extent[1] = 1;
    made->tensor = (dl_tensor){.data = cl_flat_elements(array), .device = {1, 0}, .ndim = 1,
                               .shape = &made->extent[0], .strides = &made->extent[1]};
    made->tensor.dtype.code = dl_code(kind);
    made->tensor.dtype.bits = (uint8_t)(8 * cn_flat_width(kind));
    made->tensor.dtype.lanes = 1;
    made->owner = Py_NewRef(value);
    made->deleter = delete_dl;
    cn_export_begin(&made->export, value, made->tensor.data, cn_object(array)->length);
    PyObject *capsule = PyCapsule_New(made, "dltensor", destroy_dl_capsule);
    if (capsule == NULL) {
        delete_dl(made);
    }
    return capsule;
}

/* ---- the Arrow C data interface ---- */

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
    const void *buffers[2];
    PyObject *owner;
    cn_export export;
    void *bits; /* of booleans, which Arrow packs */
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
    release_owner(k->owner, &k->export);
    PyMem_RawFree(k->bits);
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

static PyObject *schema_capsule(uint32_t kind) {
    struct ArrowSchema *schema = PyMem_RawCalloc(1, sizeof *schema);
    if (schema == NULL) {
        return PyErr_NoMemory();
    }
    schema->format = arrow_format(kind);
    schema->name = "";
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

static PyObject *array_capsule(PyObject *owner, uint64_t array, uint32_t kind) {
    struct ArrowArray *made = PyMem_RawCalloc(1, sizeof *made);
    kept *k = made == NULL ? NULL : PyMem_RawCalloc(1, sizeof *k);
    uint32_t count = cn_flat_count(array);
    if (k != NULL && kind == CL_SLOT_BOOLEAN) {
        k->bits = packed(cl_flat_elements(array), count);
    }
    if (k == NULL || (kind == CL_SLOT_BOOLEAN && k->bits == NULL)) {
        PyMem_RawFree(k);
        PyMem_RawFree(made);
        return PyErr_NoMemory();
    }
    k->owner = Py_NewRef(owner);
    cn_export_begin(&k->export, owner, cl_flat_elements(array), cn_object(array)->length);
    k->buffers[1] = kind == CL_SLOT_BOOLEAN ? k->bits : cl_flat_elements(array);
    *made = (struct ArrowArray){.length = count, .n_buffers = 2, .buffers = k->buffers, .release = release_array,
                                .private_data = k};
    PyObject *capsule = PyCapsule_New(made, "arrow_array", destroy_array_capsule);
    if (capsule == NULL) {
        release_array(made);
        PyMem_RawFree(made);
    }
    return capsule;
}

static PyObject *arrow_schema(PyObject *self, PyObject *nothing) {
    uint32_t kind;
    (void)nothing;
    return array_of(self, &kind) == 0 ? NULL : schema_capsule(kind);
}

/* (schema, array); which schema is asked for is a wish. */
static PyObject *arrow_array(PyObject *self, PyObject *arguments, PyObject *named) {
    static char *names[] = {"requested_schema", NULL};
    PyObject *requested;
    uint32_t kind;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "|O:__arrow_c_array__", names, &requested)) {
        return NULL;
    }
    uint64_t array = array_of(self, &kind);
    PyObject *schema = array == 0 ? NULL : schema_capsule(kind);
    PyObject *elements = schema == NULL ? NULL : array_capsule(self, array, kind);
    if (elements == NULL) {
        Py_XDECREF(schema);
        return NULL;
    }
    return Py_BuildValue("(NN)", schema, elements);
}

static PyObject *dlpack_device(PyObject *self, PyObject *nothing) {
    (void)self, (void)nothing;
    return Py_BuildValue("(ii)", 1, 0);
}

#define NAMED(function) (PyCFunction)(void (*)(void))function, METH_VARARGS | METH_KEYWORDS

PyMethodDef cn_array_methods[] = {
    {"__dlpack__", NAMED(dlpack), "The elements, where they are, as a DLPack capsule."},
    {"__dlpack_device__", dlpack_device, METH_NOARGS, "The processor's memory: (1, 0)."},
    {"__arrow_c_array__", NAMED(arrow_array),
     "The type and the elements, where they are, as Arrow capsules; of booleans a copy, which Arrow packs to bits."},
    {"__arrow_c_schema__", arrow_schema, METH_NOARGS, "The type of the elements as an Arrow capsule."},
    {NULL, NULL, 0, NULL},
};
