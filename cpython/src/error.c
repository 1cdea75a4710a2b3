/* SPDX-License-Identifier: Apache-2.0 */
/* Errors become exceptions of the package's classes, raised by the package itself. */
#include <stdarg.h>

#include "native.h"

static const char *class_of(int32_t code) {
    switch (code) {
    case CL_ERR_DAEMON:
        return "NoDaemonError";
    case CL_ERR_MEMORY:
        return "OutOfSharedMemoryError";
    case CL_ERR_TYPE:
        return "TypeConflictError";
    case CL_ERR_READONLY:
        return "ReadOnlyError";
    case CL_ERR_QUOTA:
        return "QuotaExceededError";
    case CL_ERR_ABANDONED:
        return "MonitorAbandonedError";
    default:
        return "SharedMemoryError";
    }
}

static PyObject *raise_text(const char *class_name, PyObject *text) {
    if (text != NULL && cn_hooks[CN_RAISE] != NULL) {
        PyObject *result = PyObject_CallFunction(cn_hooks[CN_RAISE], "sO", class_name, text);
        Py_XDECREF(result); /* it always raises */
    } else if (text != NULL) {
        PyErr_SetObject(PyExc_RuntimeError, text);
    }
    Py_XDECREF(text);
    return NULL;
}

PyObject *cn_raise(const cl_error *error) {
    if (error->code == CL_ERR_MEMORY || error->code == CL_ERR_QUOTA) {
        cn_stored_shortage();
    }
    Py_ssize_t bytes = (Py_ssize_t)strlen(error->text);
    return raise_text(class_of(error->code), PyUnicode_DecodeUTF8(error->text, bytes, "replace"));
}

PyObject *cn_error(const char *class_name, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    PyObject *text = PyUnicode_FromFormatV(format, arguments);
    va_end(arguments);
    return raise_text(class_name, text);
}
