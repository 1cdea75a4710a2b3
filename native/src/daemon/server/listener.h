/* SPDX-License-Identifier: Apache-2.0 */
/* The daemon's claim on a segment: its lock file and its socket. */
#ifndef COLORS_LISTENER_H
#define COLORS_LISTENER_H

#include "colors.h"

/* Locks the segment for this daemon; the lock ends with the process. Returns 1, 0 when another daemon has it (code
 * CL_ERR_STATE) or on error. */
int cl_listener_lock(const char *socket_path, cl_error *error);
/* Replaces a stale socket. `others`: users besides this one may connect. Returns the descriptor, -1 on error. Only with
 * the lock. */
int cl_listener_open(const char *socket_path, bool others, cl_error *error);

#endif
