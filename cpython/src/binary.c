/* SPDX-License-Identifier: Apache-2.0 */
/* Binaries and bytes: views of their memory, and copies. */
#include "container.h"

static uint64_t binary_argument(PyObject *value) {
    return cn_thread_here() == NULL ? 0 : cn_argument(value, CN_BINARIES, "binary");
}

static PyObject *make(PyObject *content, int frozen) {
    CN_NO_ERROR(error);
    Py_buffer buffer;
    cn_thread *thread = cn_thread_here();
    if (thread == NULL || PyObject_GetBuffer(content, &buffer, PyBUF_SIMPLE) < 0) {
        return NULL;
    }
    uint64_t made = cl_binary_make(thread->slot, frozen, buffer.buf, (uint64_t)buffer.len, &error);
    PyBuffer_Release(&buffer);
    return cn_made(thread, made, &error);
}

static PyObject *new_binary(PyObject *module, PyObject *content) {
    (void)module;
    return make(content, 0);
}

static PyObject *new_bytes(PyObject *module, PyObject *content) {
    (void)module;
    return make(content, 1);
}

/* The bytes from one index to another of a binary; NULL and an exception. */
static uint8_t *range_of(PyObject *value, Py_ssize_t from, Py_ssize_t to) {
    uint32_t count;
    uint64_t binary = binary_argument(value);
    uint8_t *bytes = binary == 0 ? NULL : cl_binary_bytes(binary, &count);
    if (bytes != NULL && (from < 0 || to < from || to > (Py_ssize_t)count)) {
        PyErr_Format(PyExc_IndexError, "%zd to %zd of %u shared bytes", from, to, count);
        return NULL;
    }
    return bytes == NULL ? NULL : bytes + from;
}

/* binary_get(binary, index) */
static PyObject *binary_get(PyObject *module, PyObject *arguments) {
    PyObject *binary;
    Py_ssize_t index;
    (void)module;
    uint8_t *byte = PyArg_ParseTuple(arguments, "On", &binary, &index) ? range_of(binary, index, index + 1) : NULL;
    return byte == NULL ? NULL : PyLong_FromLong(*(volatile uint8_t *)byte);
}

/* Bytes that do not change are no argument of what changes some. */
static int is_changeable(PyObject *binary) {
    uint64_t reference = binary_argument(binary);
    if (reference != 0 && cn_kind_of(reference) == CL_KIND_BYTES) {
        cn_error("SharedMemoryError", "these shared bytes never change; copy them to a new binary");
        return 0;
    }
    return reference != 0 && cn_check_writable();
}

/* binary_set(binary, index, byte) */
static PyObject *binary_set(PyObject *module, PyObject *arguments) {
    PyObject *binary;
    Py_ssize_t index;
    int value;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "Oni", &binary, &index, &value) || !is_changeable(binary)) {
        return NULL;
    }
    uint8_t *byte = range_of(binary, index, index + 1);
    if (byte == NULL) {
        return NULL;
    }
    *(volatile uint8_t *)byte = (uint8_t)value;
    Py_RETURN_NONE;
}

/* binary_values(binary, from, to) */
static PyObject *binary_values(PyObject *module, PyObject *arguments) {
    PyObject *binary;
    Py_ssize_t from, to;
    (void)module;
    uint8_t *bytes = PyArg_ParseTuple(arguments, "Onn", &binary, &from, &to) ? range_of(binary, from, to) : NULL;
    return bytes == NULL ? NULL : PyBytes_FromStringAndSize((const char *)bytes, to - from);
}

/* binary_write(binary, from, content) */
static PyObject *binary_write(PyObject *module, PyObject *arguments) {
    PyObject *binary;
    Py_ssize_t from;
    Py_buffer content;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "Ony*", &binary, &from, &content)) {
        return NULL;
    }
    uint8_t *bytes = is_changeable(binary) ? range_of(binary, from, from + content.len) : NULL;
    if (bytes != NULL) {
        memmove(bytes, content.buf, (size_t)content.len);
    }
    PyBuffer_Release(&content);
    return bytes == NULL ? NULL : Py_NewRef(Py_None);
}

static PyMethodDef functions[] = {
    {"new_binary", new_binary, METH_O, "A binary with a copy of bytes."},
    {"new_bytes", new_bytes, METH_O, "Shared bytes that never change."},
    {"binary_get", binary_get, METH_VARARGS, "A byte."},
    {"binary_set", binary_set, METH_VARARGS, "Stores a byte."},
    {"binary_values", binary_values, METH_VARARGS, "The bytes from an index to another."},
    {"binary_write", binary_write, METH_VARARGS, "Stores bytes, from an index on."},
    {NULL, NULL, 0, NULL},
};

static int binary_buffer(PyObject *self, Py_buffer *view, int flags) {
    uint32_t count;
    uint64_t binary = cn_thread_here() == NULL ? 0 : cn_checked_reference(self);
    if (binary == 0) {
        view->obj = NULL;
        return -1;
    }
    void *bytes = cl_binary_bytes(binary, &count);
    return cn_fill_view(self, view, flags, "B", 1, bytes, count, cn_kind_of(binary) == CL_KIND_BYTES);
}

static PyBufferProcs as_buffer = {.bf_getbuffer = binary_buffer, .bf_releasebuffer = cn_release_view};

PyTypeObject cn_binary_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Binary",
    .tp_base = &cn_container_type,
    .tp_basicsize = sizeof(cn_wrapper),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_as_buffer = &as_buffer,
    .tp_doc = "Shared bytes, whose memory can be viewed.",
};

int cn_binaries_add(PyObject *module) {
    return cn_add_type(module, &cn_binary_type, "Binary") < 0 || PyModule_AddFunctions(module, functions) < 0 ? -1 : 0;
}
