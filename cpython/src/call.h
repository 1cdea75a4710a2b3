/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of services [layout.call]: what the files of services share. */
#ifndef COLORS_NATIVE_CALL_H
#define COLORS_NATIVE_CALL_H

#include "sync.h"

/* ---- call.c: a call, and where the ends of calls are reported, are wrappers of their objects ------- */

extern PyTypeObject cn_call_type, cn_replies_type;
extern PyMethodDef cn_call_functions[];

/* A call that is not sent yet. */
PyObject *cn_call_begin(cn_thread *thread, uint64_t method, int64_t deadline, PyObject *replies, PyObject *context,
                        PyObject *arguments);
/* Of a call that was loaded and is in that chunk; it is no longer when this fails. */
PyObject *cn_call_of(cn_thread *thread, uint64_t reference, uint32_t chunk);
uint64_t cn_call_argument(PyObject *value); /* its reference; 0 and an exception */
uint32_t cn_call_state(uint64_t call);      /* whatever became of its server */

/* ---- service.c ------------------------------------------------------------------------------------ */

extern PyTypeObject cn_service_type;

#endif
