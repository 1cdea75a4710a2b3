/* SPDX-License-Identifier: Apache-2.0 */
/* Scopes, as the files see them that keep roots. All under the GIL. */
#ifndef COLORS_SCOPE_H
#define COLORS_SCOPE_H

#include "operation.h"
#include "wrappers.h"

#define CN_CLOSED 1u /* `chunk` of a wrapper without a reference: its scope is closed. 0: another process's; else the
                        granules, of one whose root is left */

typedef struct cn_scope {
    PyObject_HEAD
    cn_wrappers born;
    cn_thread *thread;      /* NULL: it is closed, or abandoned */
    struct cn_scope *outer; /* of the thread */
    struct cn_scope *next, *previous;
    unsigned long owner; /* the thread's identity in Python */
    uint32_t held;       /* monitors that the thread had */
} cn_scope;

extern PyTypeObject cn_scope_type;
extern cn_wrappers cn_all;   /* wrappers of no open scope */
extern cn_wrappers cn_left;  /* of closed scopes, or dying: without references to objects, but their roots are left */
extern cn_scope *cn_scopes;  /* open ones, of all threads */

cn_wrappers *cn_scope_births(void); /* the table for what the calling thread gets */
/* The table of an open scope that has the wrapper of an object, and its entry; NULL. */
cn_wrappers *cn_scope_table(uint32_t granules, cn_entry **entry);
/* The wrapper, for the calling thread; borrowed, NULL. */
PyObject *cn_scope_find(uint32_t granules);
/* Takes the reference of what is in no table any more; the root is left for the wrapper's end. */
void cn_leave_root(const cn_entry *entry);
/* The root of such a wrapper, at its end. */
void cn_left_end(cn_wrapper *wrapper);
void cn_wrappers_forget_in_child(void);

/* ---- root.c ---- */

/* A wrapper has no need any more of its entry in a chunk; another one of the object may have. */
void cn_root_end(uint32_t chunk, uint32_t granules);

#endif
