/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The thread of an attached process that sleeps on the daemon's socket [layout.adoption]. When the daemon dies it comes
 * back to the next one, with the segment's memfd, and starts that one if it may.
 */
#ifndef COLORS_KEEPER_H
#define COLORS_KEEPER_H

#include <stdbool.h>

#include "segment.h"

typedef struct cl_keeper { /* as cl_attach_options */
    const char *segment;
    const char *socket;
    const char *daemon;
    const char *daemon_user;
    const char *language;
    const char *program;
    bool autostart;
} cl_keeper;

/* After the process attached; the text is copied. Without a thread (no memory, COLORS_KEEPER=off) cl_rejoin is left. */
void cl_keeper_start(cl_client *client, const cl_keeper *keeper);
/* In a forked child. */
void cl_keeper_forget(void);
/* cl_rejoin until a deadline; also waits for another thread that is at it. */
int cl_keeper_rejoin(cl_client *client, uint64_t deadline_ns, cl_error *error);
/* Whether this process may start a daemon by itself when there is none. */
bool cl_keeper_may_start(const cl_space *space);
/* Whether a daemon serves this process now. */
bool cl_keeper_is_served(cl_client *client);

#endif
