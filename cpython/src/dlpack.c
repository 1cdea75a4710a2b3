/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared arrays for libraries of numbers, as views of the shared memory itself: DLPack, whose structs are a stable ABI.
 * Each keeps the wrapper, and so the memory, until its consumer ends.
 */
#include "container.h"

/* DLPack 0.8 (dlpack.h). */

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

void cn_view_end(PyObject *owner, cn_export *export) {
    PyGILState_STATE state = PyGILState_Ensure();
    cn_export_end(export);
    Py_DECREF(owner);
    PyGILState_Release(state);
}

static void delete_dl(dl_managed *self) {
    cn_view_end(self->owner, &self->export);
    PyMem_RawFree(self);
}

static void destroy_dl_capsule(PyObject *capsule) {
    if (PyCapsule_IsValid(capsule, "dltensor")) { /* nobody took it */
        dl_managed *managed = PyCapsule_GetPointer(capsule, "dltensor");
        managed->deleter(managed);
    }
}

uint64_t cn_flat_of(PyObject *self, uint32_t *kind) {
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
    uint64_t array = takes(arguments, named) ? cn_flat_of(value, &kind) : 0;
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

static PyObject *dlpack_device(PyObject *self, PyObject *nothing) {
    (void)self, (void)nothing;
    return Py_BuildValue("(ii)", 1, 0);
}

#define NAMED(function) (PyCFunction)(void (*)(void))function, METH_VARARGS | METH_KEYWORDS

PyMethodDef cn_array_methods[] = {
    {"__dlpack__", NAMED(dlpack), "The elements, where they are, as a DLPack capsule."},
    {"__dlpack_device__", dlpack_device, METH_NOARGS, "The processor's memory: (1, 0)."},
    {"__arrow_c_array__", NAMED(cn_arrow_array),
     "The type and the elements, where they are, as Arrow capsules; of booleans a copy, which Arrow packs to bits."},
    {"__arrow_c_schema__", cn_arrow_schema, METH_NOARGS, "The type of the elements as an Arrow capsule."},
    {NULL, NULL, 0, NULL},
};
