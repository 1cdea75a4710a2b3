/* SPDX-License-Identifier: Apache-2.0 */
/* Tuples, frozensets and bytes, which are copied when they are stored. */
#include "operation.h"

uint64_t cn_word_of_frozen(cn_thread *thread, PyObject *coded) {
    (void)thread;
    PyErr_Format(PyExc_NotImplementedError, "%R", coded);
    return CL_TAG_FAILED;
}
