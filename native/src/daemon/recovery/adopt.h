/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Taking over the segment of an earlier daemon from a process that still has it [layout.adoption]. By the server's
 * thread, before the collector starts.
 */
#ifndef COLORS_ADOPT_H
#define COLORS_ADOPT_H

#include "colors.h"
#include "link.h"

enum cl_adoption {
    CL_ADOPTION_NONE,   /* not wanted, or done */
    CL_ADOPTION_WANTED, /* some process has the last segment */
    CL_ADOPTION_FAILED  /* it is not sound: see cl_adoption_fault */
};

void cl_adoption_want(void);
/* No process has one any more. */
void cl_adoption_give_up(void);
enum cl_adoption cl_adoption_state(void);
const char *cl_adoption_fault(void);
/* What a process was told whose segment was not taken; "" when none was. */
const char *cl_adoption_refused(void);
/* A process offers its segment. Returns 1: this daemon has it now; 0 and what to tell the process. The descriptor stays
 * the caller's. */
int cl_adopt(const cl_hello *hello, int memory, cl_error *error);

#endif
