/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_SPAWN_H
#define COLORS_SPAWN_H

#include "colors.h"

/* Starts the daemon of a segment detached from this process and waits until it listens, found another one listening, or
 * failed; calls `meanwhile`, if not NULL, again and again. Returns 1, 0 on error with the daemon's own words. */
int cl_daemon_start(const char *segment, const char *wanted_binary, const char *socket_path, uint64_t deadline_ns,
                    void (*meanwhile)(void), cl_error *error);

#endif
