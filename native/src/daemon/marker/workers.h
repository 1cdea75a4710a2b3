/* SPDX-License-Identifier: Apache-2.0 */
/* The collector's threads: a phase runs on all of them at once; its caller is the first. */
#ifndef COLORS_WORKERS_H
#define COLORS_WORKERS_H

#include <stdint.h>

#include "colors.h"

#define CL_WORKERS_MAX 64u

/* Starts count - 1 threads. Returns 1, 0 on error. */
int cl_workers_start(uint32_t count, cl_error *error);
uint32_t cl_workers_count(void);
/* Runs phase(0 .. count - 1, argument) on the workers; returns when all are done. */
void cl_workers_run(void (*phase)(uint32_t worker, void *argument), void *argument);
void cl_workers_stop(void);

#endif
