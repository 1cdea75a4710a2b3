/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The program colorsd: options, its socket, connections, making a segment.
 *
 * Uses: base segment link memory classes daemon/peers daemon/marker daemon/collector daemon/recovery
 * Used by: nothing
 */
#ifndef COLORS_SERVER_H
#define COLORS_SERVER_H

#include <stdint.h>

#include "colors.h"

enum cl_served {
    CL_SERVED_ADOPTED, /* this daemon has the segment of the last one */
    CL_SERVED_ALONE,   /* no process has one any more */
    CL_SERVED_FAILED,  /* the segment is not sound: cl_adoption_fault */
    CL_SERVED_LATE,    /* nobody handed it over in time */
    CL_SERVED_SIGNAL
};

/* Before there is a segment: lets processes of an earlier daemon come back, and others wait [layout.adoption]. */
enum cl_served cl_server_adopt(int listener, int signals, uint64_t deadline_ns);
/* Serves connections until a signal of the blocked set (SIGTERM, SIGINT) is pending. Returns that signal. */
int cl_server_run(int listener, int signals);

/* A daemon that a signal ends says where, on its standard error. */
void cl_crash_tell(void);

/* Makes, maps, fills and seals a segment and attaches this process (the daemon) to it without a VM index. */
int cl_segment_create(uint64_t objects_bytes, uint64_t classes_bytes, cl_error *error);

#endif
