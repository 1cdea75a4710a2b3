/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Marking [collector.marking]: D3 (reports shade), D4's permanent roots and D5 (passes over the mark bytes until one
 * finds no grey), by several workers, and what they share with sweeping: threads, yielding, faults.
 *
 * Uses: base segment object classes rootlog daemon/peers
 * Used by: daemon/collector daemon/server
 */
#ifndef COLORS_MARKER_H
#define COLORS_MARKER_H

#include "crowd.h"
#include "pointer_maps.h"
#include "segment.h"
#include "workers.h"
#include "zombies.h"

#define CL_MARK_STACK_DEFAULT 8192u

#define CL_MARKER_PASSES_WARN 1000u /* of one cycle; then the log says so */

typedef struct cl_marked {
    uint64_t roots;   /* log entries and repositories that named an object */
    uint64_t objects; /* scanned */
    uint64_t bytes;   /* of them */
    uint64_t greys;   /* found by passes, or left for one */
    uint64_t cpu_ns;  /* processor time of all workers */
    uint32_t passes;
} cl_marked;

/* `stack`: entries of a worker's mark stack. Returns 1, 0 on error. */
int cl_marker_open(const cl_space *space, uint32_t stack, cl_error *error);
void cl_marker_close(void);
/* Begins a cycle of this epoch. */
void cl_marker_begin(uint32_t epoch);
/* D3: shades what the root logs hold. */
void cl_marker_report(void);
/* Before cl_marker_run, when the stacks of an earlier daemon's marker are lost: what is black may refer to what only
 * they held, and becomes grey again. */
void cl_marker_regrey(void);
/* Everything reachable, after D4. False when `stop` became true before the end. */
bool cl_marker_run(const _Atomic bool *stop);
cl_marked cl_marker_result(void);
/* Granules of a region that the objects marked in this cycle fill, as far as known. */
uint32_t cl_marker_live(uint32_t region);

/* The first thing that the collector found corrupt. After it nothing is freed any more [collector.trust]. */

/* Keeps the first one, for the log and for header.fault. Returns false. Thread-safe. */
bool cl_fault(const cl_space *space, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool cl_fault_found(void);
/* For tests that go on with another segment. */
void cl_fault_forget(void);

#endif
