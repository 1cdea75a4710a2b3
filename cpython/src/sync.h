/* SPDX-License-Identifier: Apache-2.0 */
/* What monitors, channels, repositories and services share: waiting, names, and places that are exchanged. */
#ifndef COLORS_NATIVE_SYNC_H
#define COLORS_NATIVE_SYNC_H

#include "operation.h"

#define CN_FOREVER (-1)
#define CN_MS 1e6 /* in ns */
#define CN_S  1e9

/* ---- wait.c ---- */

int64_t cn_now_ns(void); /* CLOCK_MONOTONIC */
/* None is CN_FOREVER, a negative time none. 0 and an exception. */
int cn_duration(PyObject *value, double unit_ns, int64_t *duration_ns);

/* Waits at most so long, without the GIL. Whether there is nothing to wait for any more. */
typedef int cn_step(void *argument, int64_t slice_ns);
/* 1: a step said so; 0: the time is over; -1: a signal's handler raised. */
int cn_await(cn_thread *thread, int64_t duration_ns, cn_step *step, void *argument);

/* ---- repository.c ---- */

extern PyTypeObject cn_repository_type;
uint64_t cn_repository_place(PyObject *repository); /* of its value; 0 and an exception */
PyObject *cn_repositories(PyObject *module, PyObject *nothing);
PyObject *cn_repository_remove(PyObject *module, PyObject *key);

/* ---- channel.c ---- */

extern PyTypeObject cn_channel_type;

/* A lock that somebody has may be had for long, by a process that is stopped. */
static inline int cn_is_free(const _Atomic uint32_t *lock) {
    return (atomic_load_explicit(lock, memory_order_relaxed) & CL_LOCK_OWNER_MASK) == 0;
}

uint64_t cn_channel_queue(PyObject *channel, cn_thread *thread); /* 0 and an exception */
PyObject *cn_channels(PyObject *module, PyObject *nothing);
PyObject *cn_channel_remove(PyObject *module, PyObject *key);

/* ---- watch.c ---- */

extern PyTypeObject cn_watch_type;
extern PyMethodDef cn_watch_functions[];

/* ---- name.c ---- */

/* The names of the entities of a kind that are listed, sorted. */
PyObject *cn_sorted_names(uint32_t kind, int (*is_listed)(const cl_entity *entity));
/* The UTF-8 of a name, as long as it lives. 0 and an exception. */
int cn_name_bytes(PyObject *name, const char *what, const char **bytes, Py_ssize_t *count);

/* ---- monitor.c ---- */

extern PyTypeObject cn_monitor_type;

/* ---- atomic.c ---- */

/* Whether a value that was loaded is the one expected (docs/equality.md). -1: exception. */
int cn_is_expected(PyObject *loaded, PyObject *expected);

/* ---- seen.c ---- */

/* What a tagged place holds: the same word is the same value until cn_seen_end. */
typedef struct cn_seen {
    uint64_t word;
    uint32_t chunk;
    PyObject *value;
} cn_seen;
int cn_see(cn_thread *thread, uint64_t place, cn_seen *seen); /* 0 and an exception, and nothing to end */
void cn_seen_end(cn_thread *thread, cn_seen *seen);
/* Stores a value in a repository's place if that holds the one expected; `expected` NULL: any. The value before; NULL
 * without an exception: it was not the one expected. */
PyObject *cn_exchange_word(cn_thread *thread, uint64_t place, PyObject *expected, const cn_value *value);

/* ---- sync.c ---- */

int cn_sync_add(PyObject *module); /* the types and functions of these files; -1 and an exception */

#endif
