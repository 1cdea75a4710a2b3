/* SPDX-License-Identifier: Apache-2.0 */
/* Asking the daemon's collector to run: see collect.c; cl_collect is in colors.h. */
#ifndef COLORS_COLLECT_H
#define COLORS_COLLECT_H

#include <stdbool.h>
#include <stddef.h>

#include "segment.h"

/* Asks for a cycle and does not wait. */
void cl_collect_request(cl_client *client);
/* As cl_collect_consider and cl_collect. */
void cl_collect_ring(cl_client *client);
int cl_collect_await(cl_client *client, int32_t timeout_ms, cl_error *error);

/* An allocation that found no room, all zero at first. `reason`: what the system said if it has no memory; else its
 * code is 0. */
typedef struct cl_shortage {
    uint32_t cycles; /* that were waited for */
    uint64_t since_ns;
    uint32_t pressure; /* that was made for it first */
    bool answered;     /* this process's own collector ran since, and the last cycle came after that */
    cl_error reason;
} cl_shortage;

/* Waits for a cycle, from the second time on after other processes were asked to run their own collectors, whose dead
 * wrappers hold roots. Returns 1 to try again; 0 and CL_ERR_MEMORY when there is no room for `bytes` still: after four
 * cycles, but not before this process's own collector ran, and as long as another process may hold dead roots not
 * before 10 s. Outside an operation. */
int cl_collect_for_memory(cl_client *client, cl_shortage *shortage, uint64_t bytes, cl_error *error);
/* Asks all processes to run their own collectors. Returns the pressure that says so. */
uint32_t cl_collect_press(const cl_space *space);
/* Whether a process beside this one may have roots. */
bool cl_collect_others_hold(cl_client *client);
#define CL_HOLDER_BYTES 320
/* How many readers have, and which other process has most root-log chunks, for an error. */
void cl_collect_describe_holder(cl_client *client, char *text, size_t bytes);

#endif
