/* SPDX-License-Identifier: Apache-2.0 */
/* This process's attachment. */
#ifndef COLORS_SELF_H
#define COLORS_SELF_H

#include <stdbool.h>
#include <stdint.h>

#include "area.h"
#include "space.h"

/* What a process may have: indexes from `first` to before `end`. */
typedef struct cl_indexes {
    uint32_t first;
    uint32_t end;
} cl_indexes;

typedef struct cl_quotas { /* of one process; 0: none */
    uint32_t slots;
    uint32_t chunks;
    uint64_t bytes; /* allocated between two cycles of the collector */
} cl_quotas;

/* What a process keeps to itself of its part in the segment: what it has of its quotas, what it does later, and hints
 * where to look first. */
typedef struct cl_account {
    _Atomic uint32_t slots;  /* claimed */
    _Atomic uint32_t chunks; /* claimed */
    _Atomic uint64_t bytes;  /* handed out since the end of cycle number `cycle` */
    _Atomic uint32_t cycle;
    _Atomic uint32_t spinners;       /* threads that wait busily (patience.c) */
    _Atomic bool uses_ranges;        /* cl_ranges_use */
    _Atomic uint32_t chunk_hint;     /* no chunk of this process below it is free, as a rule */
    _Atomic uint64_t chunks_vain_ns; /* until then nobody waits for a chunk again */
    _Atomic uint32_t left_count;
    _Atomic uint64_t left[CL_AREA_CHUNKS / 64];       /* a reader's chunks whose freeing has to wait, a bit for each */
    _Atomic uint32_t run_first, run_count, run_cycle; /* where a run of regions was last, of how many, in which cycle */
} cl_account;

typedef struct cl_client {
    cl_space space; /* its base is NULL while not attached; written once, under attach.c's lock */
    uint64_t bytes; /* mapped */
    int memory;     /* the memfd; a reader's cannot be written through */
    int socket; /* open as long as the process lives: the daemon's sign of life. Another connection gets its number */
    void *life; /* a page of the sign of life (life.h): keeps its lock, whatever descriptors the program closes */
    int area;   /* a reader's slots and chunks [layout.reader], else -1 */
    int32_t vm; /* index in the VM table */
    bool readonly;
    cl_indexes slots; /* indexes that this process may claim */
    cl_indexes chunks;
    cl_quotas quotas;
    uint64_t id[2]; /* of the segment */
    cl_account account;
} cl_client;

#define CL_CLIENT_NONE ((cl_client){.memory = -1, .socket = -1, .area = -1, .vm = -1})

extern cl_client cl_self;

#endif
